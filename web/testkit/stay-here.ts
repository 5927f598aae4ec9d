/** Addresses to which the page would have gone for good: a provider's, a reload's, the login screen's after a crash. */
export const leftFor: string[] = [];

let isKept = false;

/**
 * Keeps the page when the product leaves it for another document (`location.assign`, `reload`, a link that is no route of
 * ours): the test would end with it. The address is noted in `leftFor`.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigateevent
 */
export function stayHere(): void {
  // All test files of a worker share the page, and each begins with this.
  if (isKept) return;
  isKept = true;
  navigation.addEventListener('navigate', (event) => {
    if (event.destination.sameDocument || event.downloadRequest !== null || !event.cancelable) return;
    event.preventDefault();
    leftFor.push(event.destination.url);
  });
}
