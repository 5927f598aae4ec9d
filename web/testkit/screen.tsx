import type { Settings } from '@scoville/contract/accounts/settings.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { DefaultOptions, QueryClient } from '@tanstack/react-query';
import { type Root, createRoot } from 'react-dom/client';
import { expect } from 'vitest';
import { App } from '../app.tsx';
import { announceAccountSwitch } from '../platform/lib/account-switch.ts';
import { createQueryClient } from '../platform/lib/query.ts';
import { dispatch, playerState } from '../catalogue/player/player.ts';
import { sleep } from '../platform/ui/awake.ts';
import { createAppRouter } from '../router.ts';
import { settingsWith } from './accounts.ts';
import { quietFrame } from './frame.ts';
import { trackListeners } from './track-listeners.ts';

interface Options {
  /** The signed-in account; defaults to a visitor. */
  as?: Me | null;
  /** The installation's settings that differ from the defaults. */
  settings?: Partial<Settings>;
  /** Whether the user has done nothing yet; by default the page counts as used. */
  asleep?: boolean;
}

/** The current path, query and hash. */
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
  /**
   * Removes the router's listeners, which would otherwise keep the router and its pages in memory as long as the
   * document.
   */
  end: () => void;
}

let opened: Opened | null = null;

/**
 * Opens the product at an address like a freshly loaded page: the real router, query client, styles and frame, with the
 * answers of `fake` in place of the server. Resolves when the first screen's code and first data are loaded.
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
  // Retries as often as on any page, but without delay, because no server is busy here.
  queryClient.setDefaultOptions(withoutPauses(queryClient.getDefaultOptions()));
  const { made: router, end } = trackListeners(() => createAppRouter(queryClient));
  const root = createRoot(place);
  opened = { root, place, router, queryClient, end };
  await router.load();
  root.render(<App queryClient={queryClient} router={router} />);
}

/**
 * Waits until the page is at rest: nothing is being loaded or sent, and idle work is done. A call that a test forgot to
 * fake is then found each time, not only on a fast machine.
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
 * Closes the page and opens an address in the same tab. Session and local storage are kept. Modules are not loaded
 * again: of the values that they read while loading, only the player's track and queue are read again.
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

/**
 * Empties the player, which lives outside of all screens: otherwise the next test would start with this track, or with
 * these repeat and shuffle modes.
 */
function emptyPlayer(): void {
  const { queue, repeat, shuffle } = playerState();
  if (queue.length === 0) return;
  if (shuffle) dispatch({ type: 'shuffle', on: false, seed: 0 });
  if (repeat !== 'off') dispatch({ type: 'repeat', repeat: 'off' });
  dispatch({ type: 'close' });
}

/** Dispatches `pagehide`, on which the product sends delayed reports. */
const hidePage = () => window.dispatchEvent(new PageTransitionEvent('pagehide'));

/**
 * Leaves the page like for another address, and removes it with everything that it stored in this tab and in the
 * browser.
 */
export function leaveScreen(): void {
  if (opened === null) return;
  hidePage();
  takeAway();
}

function takeAway(): void {
  if (opened === null) return;
  const { root, place, router, queryClient, end } = opened;
  opened = null;
  // The messages' store outlives the screen, so the next test would start with these messages.
  for (const message of document.querySelectorAll('[data-toast]'))
    (message.querySelector('button') ?? (message as HTMLElement)).click();
  root.unmount();
  place.remove();
  emptyPlayer();
  // A queued navigation would fail after `destroy`, so it is run now.
  router.history.flush();
  router.history.destroy();
  end();
  queryClient.clear();
  announceAccountSwitch(null);
  sessionStorage.clear();
  localStorage.clear();
  // Fires the event that another tab's change causes, because modules of the product cache values that they read from
  // the storage.
  window.dispatchEvent(new StorageEvent('storage'));
  document.title = '';
  window.scrollTo(0, 0);
}
