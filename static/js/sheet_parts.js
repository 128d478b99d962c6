/* The parts of a long score sheet, of which one is open: the part that a player opens folds the one
 * above it, so that the page gets shorter. Its line stays in sight.
 */
function follow({ target }) {
  if (!target.open || !target.matches("details[name=sheet-of]")) return;
  const line = target.querySelector("summary");
  if (line.getBoundingClientRect().top < 0) line.scrollIntoView({ block: "start" });
}

// The event does not bubble.
document.addEventListener("toggle", follow, true);
