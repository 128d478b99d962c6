/* Parts of the page that everybody sees the same: a message of the stream brings them along, packed,
 * in place of letting ten thousand pages ask for them. The page names their addresses when it opens
 * its stream. What it cannot unpack or show now it fetches, as it does all others.
 */
const canUnpack = "DecompressionStream" in globalThis;

/** What the last message brought: the packed part by its address. */
let brought = {};
let named = new Set(); // the kinds of topics that the stream was asked for

/** Where an element is fetched from. The stream brings it along if everybody sees that the same. */
function addressOf(element) {
  return (element.getAttribute("hx-get") ?? "").replace(/\?$/, "");
}

function liveElements() {
  return [...document.querySelectorAll("[data-live]")];
}

/** The kinds of topics that the page shows, such as "table" and "round". */
function kinds() {
  const topics = liveElements().flatMap((element) => element.dataset.live.split(/\s+/));
  return new Set(topics.filter(Boolean).map((topic) => topic.replace(/-[^-]*$/, "")));
}

/** The address of the stream with what this page shows of it. */
export function streamAddress(stream) {
  const address = new URL(stream, location.href);
  named = kinds();
  address.searchParams.set("kinds", [...named].join(","));
  for (const part of new Set(canUnpack ? liveElements().map(addressOf) : [])) {
    if (part) address.searchParams.append("part", part);
  }
  return address.href;
}

/** Whether the stream was asked for all that the page shows by now. */
export function isNamed() {
  return [...kinds()].every((kind) => named.has(kind));
}

/** Whether the last message brought what this element shows. */
export function isBrought(element) {
  return addressOf(element) in brought;
}

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}

/** Put a part in place as htmx does with one that it fetched, with the same events. */
function show(element, html) {
  globalThis.htmx.trigger(element, "htmx:abort"); // what is being fetched is older
  const detail = {
    target: element,
    serverResponse: html,
    shouldSwap: true,
    requestConfig: { verb: "get" },
    xhr: { getResponseHeader: () => "1" },
  };
  globalThis.htmx.trigger(element, "htmx:beforeSwap", detail);
  if (detail.shouldSwap) {
    globalThis.htmx.swap(element, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  }
}

/** Show what a message brought where that can be shown now; call ``fetchAgain`` if it cannot. */
export async function take(parts, canShow, fetchAgain) {
  brought = parts;
  for (const [address, packed] of Object.entries(parts)) {
    let html;
    try {
      html = await unpack(packed);
    } catch {
      html = null;
    }
    if (brought[address] !== packed) continue; // a newer message came meanwhile
    for (const element of liveElements()) {
      if (addressOf(element) !== address) continue;
      if (html !== null && canShow(element)) show(element, html);
      else {
        delete brought[address];
        fetchAgain();
      }
    }
  }
}
