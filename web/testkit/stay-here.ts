/** Addresses for which the page would have been left: a provider's, a reload's, or the login screen's after a crash. */
export const leftFor: string[] = [];

let isKept = false;

/**
 * Prevents the product from leaving the page for another document (`location.assign`, `reload`, a link that is not one
 * of our routes), which would end the test. Records the address in `leftFor`.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigateevent
 */
export function stayHere(): void {
  // All test files of a worker share the page, and each calls this.
  if (isKept) return;
  isKept = true;
  navigation.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument || event.downloadRequest !== null || !event.cancelable) return;
    event.preventDefault();
    leftFor.push(event.destination.url);
  });
}
