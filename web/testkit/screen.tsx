import type { Settings } from '@scoville/contract/settings.ts';
import type { Me } from '@scoville/contract/users.ts';
import type { DefaultOptions, QueryClient } from '@tanstack/react-query';
import { type Root, createRoot } from 'react-dom/client';
import { expect } from 'vitest';
import { App } from '../app.tsx';
import { accountSwitched } from '../lib/account-switch.ts';
import { createQueryClient } from '../lib/query.ts';
import { dispatch, playerState } from '../player/player.ts';
import { sleep } from '../ui/awake.ts';
import { createAppRouter } from '../router.ts';
import { settingsWith } from './accounts.ts';
import { quietFrame } from './frame.ts';
import { listening } from './listening.ts';

interface Options {
  /** Who looks; a visitor when left out. */
  as?: Me | null;
  /** What of the installation's settings is another than usual. */
  settings?: Partial<Settings>;
  /** The user has done nothing yet. Otherwise the page begins as one that is used. */
  asleep?: boolean;
}

/** Where the page is: path, query and hash. */
export const address = (): string => `${location.pathname}${location.search}${location.hash}`;

const withoutPauses = ({ queries, mutations, ...others }: DefaultOptions): DefaultOptions => ({
  ...others,
  queries: { ...queries, retryDelay: 0 },
  mutations: { ...mutations, retryDelay: 0 },
});

interface Opened {
  root: Root;
  place: HTMLElement;
  router: ReturnType<typeof createAppRouter>;
  queryClient: QueryClient;
  /** Ends the router's listeners, which it would keep as long as the document lives, and the pages it remembers with them. */
  end: () => void;
}

let opened: Opened | null = null;

/**
 * Opens the product at an address as a freshly loaded page: the real router, query client, styles and frame, with the
 * answers of `fake` in place of the server. Resolves when the first screen's code and first data are there.
 */
export async function openScreen(path: string, { as = null, settings, asleep }: Options = {}): Promise<void> {
  leaveScreen();
  if (asleep) sleep();
  else window.dispatchEvent(new Event('wheel'));
  quietFrame(as);
  history.replaceState(null, '', path);
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  const queryClient = createQueryClient({ settings: settingsWith(settings), me: as });
  // As often as on any page, but without the seconds between: nothing here is busy.
  queryClient.setDefaultOptions(withoutPauses(queryClient.getDefaultOptions()));
  const { made: router, end } = listening(() => createAppRouter(queryClient));
  const root = createRoot(place);
  opened = { root, place, router, queryClient, end };
  await router.load();
  root.render(<App queryClient={queryClient} router={router} />);
}

/**
 * Waits until the page has come to rest: nothing is being loaded or sent, and what it does when idle is done. A call
 * that a test forgot to fake is then found each time, not only when the machine is quick.
 */
export async function settled(): Promise<void> {
  if (opened === null) return;
  const { router, queryClient } = opened;
  const isAtRest = () =>
    router.state.status === 'idle' && queryClient.isFetching() === 0 && queryClient.isMutating() === 0;
  await expect.poll(isAtRest, { message: 'the page comes to rest' }).toBe(true);
  await new Promise((resolve) => requestIdleCallback(resolve));
  await expect.poll(isAtRest, { message: 'the page comes to rest' }).toBe(true);
}

/**
 * Closes the page and opens an address in the same tab. Its session storage and local storage stay. Modules aren't loaded
 * again: of the values they read while loading, only the player's track and queue are read again.
 */
export async function reopenScreen(path: string, options?: Options): Promise<void> {
  hidePage();
  const kept = [sessionStorage, localStorage].map((storage) => [storage, { ...storage }] as const);
  takeAway();
  for (const [storage, items] of kept) Object.assign(storage, items);
  window.dispatchEvent(new StorageEvent('storage'));
  await openScreen(path, options);
}

/** Loads the page again at its address. */
export const reloadScreen = (options?: Options): Promise<void> => reopenScreen(address(), options);

/** The player is outside of all screens: the next one would begin with its track, or its ways to play a queue. */
function emptyPlayer(): void {
  const { queue, repeat, shuffle } = playerState();
  if (queue.length === 0) return;
  if (shuffle) dispatch({ type: 'shuffle', on: false, seed: 0 });
  if (repeat !== 'off') dispatch({ type: 'repeat', repeat: 'off' });
  dispatch({ type: 'close' });
}

/** Dispatches `pagehide`, on which the product sends delayed reports. */
const hidePage = () => window.dispatchEvent(new PageTransitionEvent('pagehide'));

/** Leaves the page as for another address, and takes it away with all that it keeps in this tab and in the browser. */
export function leaveScreen(): void {
  if (opened === null) return;
  hidePage();
  takeAway();
}

function takeAway(): void {
  if (opened === null) return;
  const { root, place, router, queryClient, end } = opened;
  opened = null;
  // Their store outlives the screen: the next one would begin with these messages.
  for (const message of document.querySelectorAll('[data-toast]'))
    (message.querySelector('button') ?? (message as HTMLElement)).click();
  root.unmount();
  place.remove();
  emptyPlayer();
  // A navigation that is still queued would fail after `destroy`, so do it now.
  router.history.flush();
  router.history.destroy();
  end();
  queryClient.clear();
  accountSwitched(null);
  sessionStorage.clear();
  localStorage.clear();
  // As another tab would report it: modules of the product keep what they read there.
  window.dispatchEvent(new StorageEvent('storage'));
  document.title = '';
  window.scrollTo(0, 0);
}
