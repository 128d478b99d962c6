/* "Send me messages": asks the browser where messages to this phone go, and sends that with the form.
 * Nothing is asked before the button is pressed.
 */
const decoded = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

function encoded(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const sameKey = (subscription, key) => {
  const theirs = subscription.options.applicationServerKey;
  return theirs !== null && encoded(theirs) === key;
};

/** The subscription of this browser with the key of the site; one with an older key is given up. */
async function subscription(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && sameKey(known, key)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(key) });
}

function say(form, word) {
  const line = form.parentElement.querySelector("[data-push-said]");
  line.textContent = line.dataset[word];
  line.hidden = false;
}

async function ask(form) {
  if (!("PushManager" in window && "Notification" in window)) return say(form, "wordsCannot");
  if ((await Notification.requestPermission()) !== "granted") return say(form, "wordsForbidden");
  try {
    const found = await subscription(form.dataset.push);
    form.elements.endpoint.value = found.endpoint;
    form.elements.p256dh.value = encoded(found.getKey("p256dh"));
    form.elements.auth.value = encoded(found.getKey("auth"));
  } catch {
    return say(form, "wordsFailed");
  }
  return form.submit();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-push]")) return;
  event.preventDefault();
  ask(event.target);
});
