/* Small choices that stay on this device. Without storage they apply to the open page only. */

/** The value stored under ``key``, or ``otherwise``. */
export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store ``value`` under ``key``. */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is not available.
  }
}
