import type { AnyRouter } from '@tanstack/react-router';

/** Opens and preloads the pages of all `PageLink`s, with one set of listeners instead of several for each link. */
export function followLinks(router: AnyRouter): void {
  document.addEventListener('click', (event) => {
    const address = addressOf(event);
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (address === null || isForBrowser || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate(address);
  });
  let preloaded: string | undefined;
  const preload = (event: Event) => {
    const address = addressOf(event);
    if (address !== null && address.href !== preloaded)
      router.preloadRoute(address).catch((error: unknown) => console.warn('A page could not be preloaded.', error));
    preloaded = address?.href;
  };
  // The events don't include `pointerover`, because a scrolling list moves its links under a resting pointer.
  for (const sign of ['pointermove', 'pointerdown', 'focusin']) document.addEventListener(sign, preload);
}

/**
 * The address of the `PageLink` in which an event occurred. The router reads the query and the anchor only from `href`.
 */
function addressOf({ target }: Event): { to: string; href: string } | null {
  const href = target instanceof Element && target.closest('a[data-page]')?.getAttribute('href');
  return href ? { to: href, href } : null;
}
