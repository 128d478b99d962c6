/* Tapping the words of a score sheet together: an input with data-options gets a pad of big keys.
 *
 * <input data-options="box, wild, wild as box"> holds words with commas between them, which can be
 * typed as well; without this script they are. The pad shows one key for each word, and the last
 * word can be taken back.
 */

/** The words in the text of an input. */
export function wordsOf(text) {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

function put(input, words) {
  input.value = words.join(", ");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function key(text, act, kind = "") {
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  button.className = `keypad__key ${kind}`;
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
}

function show(pad, input) {
  pad.replaceChildren(
    key(pad.dataset.wordsBack, () => put(input, wordsOf(input.value).slice(0, -1)), "keypad__key--word"),
    key(pad.dataset.wordsDone, () => hide(pad), "keypad__key--word keypad__key--done"),
    ...wordsOf(input.dataset.options).map((word) =>
      key(word, () => put(input, [...wordsOf(input.value), word])),
    ),
  );
  pad.hidden = false;
  document.documentElement.classList.add("has-keypad");
}

function hide(pad) {
  pad.hidden = true;
  document.documentElement.classList.remove("has-keypad");
}

function wire(pad) {
  pad.dataset.wired = "yes";
  const form = pad.closest("form");
  const inputs = [...form.querySelectorAll("input[data-options]")];
  const coarse = matchMedia("(pointer: coarse)").matches;
  for (const input of inputs) {
    if (coarse) input.inputMode = "none"; // The pad stands in for the keyboard of the phone.
    input.addEventListener("focus", () => show(pad, input));
  }
  // A quick thumb was there before this script.
  if (inputs.includes(document.activeElement)) show(pad, document.activeElement);
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  // A keyboard user needs no pad, and it must not cover what has the focus.
  form.addEventListener("focusin", ({ target }) => {
    if (!inputs.includes(target) && !pad.contains(target) && target.matches(":focus-visible")) hide(pad);
  });
  // The pad may come up under the finger, so a click is judged by where the focus is after it. Only
  // then does the page move: what a finger is about to press must not go away.
  document.addEventListener("click", (event) => {
    const input = document.activeElement;
    if (pad.hidden || pad.contains(event.target)) return;
    if (inputs.includes(input)) input.scrollIntoView({ block: "start" });
    else hide(pad);
  });
}

function wireAll() {
  document.querySelectorAll("[data-words-pad]:not([data-wired])").forEach(wire);
}

wireAll();
addEventListener("htmx:afterSettle", wireAll);
document.addEventListener("turned", wireAll);
