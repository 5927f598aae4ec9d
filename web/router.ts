import { plainPath } from '@scoville/contract/platform/http/addresses.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { followLinks } from './platform/lib/follow-links.ts';
import { onUnauthorized } from './platform/lib/call.ts';
import { meQuery, settingsQuery } from './platform/lib/query.ts';
import { saveMemory, readMemory, recordVisit } from './platform/lib/redirect-memory.ts';
import { routeTree } from './routes.tsx';
import { PendingScreen } from './frame/shell/pending-screen.tsx';
import { ErrorScreen } from './frame/shell/error-screen.tsx';
import { titled } from './platform/lib/title.ts';
import { announcePageChange } from './platform/ui/page-change.ts';

/**
 * Creates the router, with everything that happens at a page change.
 * @param seed the seed of the shuffled list in the document; it is written to the address, from which the screen reads
 * it
 */
export function createAppRouter(queryClient: QueryClient, seed?: number) {
  const address = new URL(location.href);
  // A path starting with two slashes, without the origin, would be the address of another site.
  address.pathname = plainPath(address.pathname);
  if (seed !== undefined) address.searchParams.set('seed', String(seed));
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides whether data is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 200,
    // Loaded content is shown at once, even right after the pending screen appeared.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorScreen,
  });

  followLinks(router);
  // Tracked here, because the router's `pathChanged` reports no change if the user goes back from a page that is still
  // loading.
  let { pathname, state } = router.history.location;
  // Whether the user has typed while a page was loading: the focus stays in the field then.
  let isTyping = false;
  document.addEventListener('input', () => (isTyping = true));
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    isTyping = false;
    // A new history entry on the same path, such as another search, is a page change; a screen that replaces its own
    // address is not.
    const isSame = toLocation.pathname === pathname && toLocation.state.__TSR_index === state.__TSR_index;
    ({ pathname, state } = toLocation);
    if (isSame) return;
    announcePageChange();
  });
  router.subscribe('onResolved', ({ pathChanged, hashChanged, toLocation, fromLocation }) => {
    saveMemory(recordVisit(readMemory(), toLocation.href));
    // Refetches the account if it is stale, because `App` reads it once and no page change mounts another reader.
    void queryClient.prefetchQuery(meQuery());
    const title = router.state.matches.at(-1)?.staticData.title;
    const settings = queryClient.getQueryData(settingsQuery().queryKey);
    if (title !== undefined && settings) document.title = titled(title, settings.productName);
    // A screen reader continues at the new page's heading; it reads the first page from the start anyway.
    if (fromLocation && !isTyping && (pathChanged || hashChanged)) focusHeading(toLocation.hash);
  });
  onUnauthorized(() => {
    const refused = queryClient.getQueryData(meQuery().queryKey);
    return import('./accounts/auth/handle-session-end.ts').then(
      ({ handleSessionEnd }) => handleSessionEnd(router, queryClient, refused),
      // Opens the login as a new document, which has the current version of the code.
      () => location.assign('/login'),
    );
  });
  return router;
}

/** Focuses the heading with the address's anchor, or else the page's heading. */
function focusHeading(anchor: string): void {
  const heading =
    document.getElementById(anchor) ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
