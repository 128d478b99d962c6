/* The button that opens the print dialog: without JavaScript the browser's own menu does. A link with
 * #print opens it at once, where the page is all that there is to print.
 */
const isWhole = !document.querySelector(".pager");

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
  if (location.hash === "#print" && isWhole) addEventListener("load", () => window.print());
}
