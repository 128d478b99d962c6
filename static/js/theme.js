/* Light or dark, before the first paint; so this one script is neither deferred nor a module.
 *
 * Without a choice the page follows the system (css/tokens.css). A choice is stored on this device
 * and removed as soon as it equals the system's theme.
 */
(() => {
  const KEY = "theme";
  const root = document.documentElement;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // Without storage the page follows the system.
    }
  }

  function shown() {
    return root.dataset.theme || (systemIsDark.matches ? "dark" : "light");
  }

  function choose(theme) {
    const followsSystem = theme === (systemIsDark.matches ? "dark" : "light");
    try {
      if (followsSystem) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Storage is not available: it applies to this page only.
    }
    root.dataset.theme = theme;
  }

  if (stored() === "dark" || stored() === "light") root.dataset.theme = stored();

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      button.addEventListener("click", () => choose(shown() === "dark" ? "light" : "dark"));
    }
  });

  // A choice in another tab applies here too.
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    if (event.newValue) root.dataset.theme = event.newValue;
    else delete root.dataset.theme;
  });
})();
