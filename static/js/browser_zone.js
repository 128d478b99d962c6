/* A new event begins with the time zone of this browser, unless somebody chose one already. */
const select = document.querySelector("select[data-browser-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isOffered = select && [...select.options].some((option) => option.value === zone);

if (isOffered) select.value = zone;
