import { plainPath } from '@scoville/contract/addresses.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { followLinks } from './follow-links.ts';
import { onUnauthorized } from './lib/call.ts';
import { meQuery, settingsQuery } from './lib/query.ts';
import { saveMemory, readMemory, visited } from './lib/redirect-memory.ts';
import { routeTree } from './routes.tsx';
import { PendingScreen } from './shell/pending-screen.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { titled } from './title.ts';
import { announcePageChange } from './ui/page-change.ts';

/**
 * The router with all that happens at a page change.
 * @param seed of the shuffled list that the document has. It's written into the address, from which the screen reads it.
 */
export function createAppRouter(queryClient: QueryClient, seed?: number) {
  const address = new URL(location.href);
  // A path that begins with two slashes would be another site's address without the origin.
  address.pathname = plainPath(address.pathname);
  if (seed !== undefined) address.searchParams.set('seed', String(seed));
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 200,
    // What has arrived is shown at once, also where its outline has only just been.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorScreen,
  });

  followLinks(router);
  // Its own `pathChanged` tells of no change when somebody goes back from a page that was still on its way.
  let { pathname, state } = router.history.location;
  // Whoever types while a page is on its way goes on with that.
  let isTyping = false;
  document.addEventListener('input', () => (isTyping = true));
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    isTyping = false;
    // A search after another one is a page of its own; what a screen writes into its own address is none.
    const isSame = toLocation.pathname === pathname && toLocation.state.__TSR_index === state.__TSR_index;
    ({ pathname, state } = toLocation);
    if (isSame) return;
    announcePageChange();
  });
  router.subscribe('onResolved', ({ pathChanged, hashChanged, toLocation, fromLocation }) => {
    saveMemory(visited(readMemory(), toLocation.href));
    // Fetch the account again if it is stale, because `App` reads it once and no page change mounts another reader.
    void queryClient.prefetchQuery(meQuery());
    const title = router.state.matches.at(-1)?.staticData.title;
    const settings = queryClient.getQueryData(settingsQuery().queryKey);
    if (title !== undefined && settings) document.title = titled(title, settings.productName);
    // A screen reader goes on at the new page's heading; the first page is read from its start anyway.
    if (fromLocation && !isTyping && (pathChanged || hashChanged)) focusHeading(toLocation.hash);
  });
  onUnauthorized(() => {
    const refused = queryClient.getQueryData(meQuery().queryKey);
    return import('./auth/session-over.ts').then(
      ({ sessionOver }) => sessionOver(router, queryClient, refused),
      // As a page of its own, of this version.
      () => location.assign('/login'),
    );
  });
  return router;
}

/** The one that the address names by its anchor; else the page's. */
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
