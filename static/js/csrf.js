/** The token that a form or a request of now needs: signing in makes another one. */
export function csrfToken() {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1];
}
