/* Reading and typing points: pure functions and the key pad of components/keypad.html. */
import { whenReleased } from "./press.js";

const MINUS = "−";

/** The whole number in ``text``, or null. Accepts a plus and the typographic minus. */
export function numberOf(text) {
  const plain = text.trim().replace(MINUS, "-");
  return /^[-+]?\d{1,5}$/.test(plain) ? Number(plain) : null;
}

/** What a key does to the text of an input. */
export function typed(text, key) {
  if (key === "back") return text.slice(0, -1);
  if (key === "sign") return /^[-−]/.test(text) ? text.slice(1) : `-${text.replace(/^\+/, "")}`;
  return text.length < 5 ? `${text}${key}` : text;
}

/** Let the keys of ``pad`` type into the inputs of ``form``; ``done`` is called by the last one. */
export function wireKeypad(form, pad, done) {
  const inputs = [...form.querySelectorAll("[data-total-before]")];
  let current = null;
  let pressed = null; // what a press began on, until its click

  function show(isShown) {
    pad.hidden = !isShown;
    document.documentElement.classList.toggle("has-keypad", isShown);
    // The pad replaces the keyboard of the device, which may lack a minus; without it that comes.
    for (const input of inputs) input.inputMode = isShown ? "none" : "text";
  }

  /** Type into an input, and show its whole line above the pad. */
  function turnTo(input) {
    current = input;
    show(true);
    const scroll = () =>
      current === input && input.closest(".points__row")?.scrollIntoView({ block: "center" });
    // Never under a finger: a press that begins on one line and ends on another reaches neither.
    if (pressed) whenReleased(() => setTimeout(scroll));
    else scroll();
  }

  for (const input of inputs) {
    input.dataset.hasPad = "yes";
    input.addEventListener("focus", () => turnTo(input));
    // A field that has the focus already gets no event of it.
    input.addEventListener("click", () => pad.hidden && turnTo(input));
  }
  // The browser may have focused the first field before this script ran.
  if (inputs.includes(document.activeElement)) turnTo(document.activeElement);
  document.addEventListener("pointerdown", ({ target }) => (pressed = target), true);
  document.addEventListener("pointercancel", () => (pressed = null), true);
  // A press may end without a click; the click of a key then has nothing to do with it.
  document.addEventListener("keydown", () => (pressed = null), true);
  // Only after the click, so that nothing moves away under a finger that is about to press it. The
  // click may end on another line than the press, where the browser has scrolled for the focus.
  document.addEventListener("click", ({ target }) => {
    const from = pressed ?? target;
    pressed = null;
    if (!pad.hidden && !inputs.includes(from) && !pad.contains(from)) show(false);
  });
  // A keyboard user needs no pad, and it must not cover what has the focus.
  form.addEventListener("focusin", ({ target }) => {
    const isLine = inputs.includes(target) || target.closest(".points__row");
    if (!isLine && !pad.contains(target) && target.matches(":focus-visible")) show(false);
  });
  // The input keeps the focus, so that a keyboard and a screen reader stay where they are.
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key || !current) return;
    const next = inputs[inputs.indexOf(current) + 1];
    if (key === "next" && next) {
      next.focus();
      next.select();
    } else if (key === "next" || key === "done") {
      show(false);
      current.blur();
      done();
    } else {
      const isWhole = current.selectionStart === 0 && current.selectionEnd === current.value.length;
      current.value = typed(isWhole && /\d/.test(key) ? "" : current.value, key);
      current.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
}
