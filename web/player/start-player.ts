import { keepOfflinePage } from '../lib/keep-offline-page.ts';
import { adPort } from './ad-port.ts';
import { startEngine } from './engine.ts';
import { restorePlayer } from './persistence.ts';
import { performPending } from './player.ts';
import { startSettings } from './settings/start-settings.ts';

/**
 * Starts the engine, restores the queue after a reload, and performs the requests that waited for the player. The bar is
 * another module, so that a page can have the engine ready without it.
 */
export function startPlayer(): void {
  const { prepare } = adPort;
  if (prepare === null) return start();
  if (isPreparing) return;
  isPreparing = true;
  prepare()
    .catch((error: unknown) => console.warn('There are no ads.', error))
    .finally(() => {
      adPort.prepare = null;
      start();
    });
}

let isPreparing = false;

function start(): void {
  startSettings();
  startEngine();
  restorePlayer();
  performPending();
  // Here, because it must not delay the first screen.
  keepOfflinePage();
}
