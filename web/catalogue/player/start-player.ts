import { keepOfflinePage } from '../../platform/lib/keep-offline-page.ts';
import { adPort } from './ad-port.ts';
import { startEngine } from './engine.ts';
import { restorePlayer } from './persistence.ts';
import { currentTrack } from './player-state.ts';
import { performPending, playerState } from './player.ts';
import type { SavedPlayer } from './saved-player.ts';
import { startSettings } from './settings/start-settings.ts';
import { hasSavedPlayer } from './has-saved-player.ts';

let starting: Promise<void> | null = null;

/**
 * Starts the engine, restores the queue after a reload, and runs the pending requests. The bar is a separate module, so
 * that a page can have the engine ready without it. Without ads and a saved queue everything is done when the call
 * returns. Rejects if the saved queue can't be read because its code can't be loaded; the next call tries again.
 */
export function startPlayer(): Promise<void> {
  starting ??= start().finally(() => {
    starting = null;
  });
  return starting;
}

async function start(): Promise<void> {
  const isSaved = hasSavedPlayer() && currentTrack(playerState()) === null;
  const prepare = areAdsPrepared ? null : adPort.prepare;
  // Both steps run before the engine starts, because pending requests only wait until then and must follow the restored
  // queue. The ads are second, so that no ad is on its way when the saved queue can't be read.
  const saved = isSaved ? await readSaved() : null;
  if (prepare) await prepareAds(prepare);
  startSettings();
  startEngine();
  if (saved) restorePlayer(saved);
  performPending();
  // Called here, because it must not delay the first screen.
  keepOfflinePage();
}

let areAdsPrepared = false;

async function prepareAds(prepare: () => Promise<void>): Promise<void> {
  areAdsPrepared = true;
  await prepare().catch((error: unknown) => console.warn('There are no ads.', error));
  adPort.prepare = null;
}

async function readSaved(): Promise<SavedPlayer | null> {
  const { readSavedPlayer } = await import('./saved-player.ts');
  return readSavedPlayer();
}
