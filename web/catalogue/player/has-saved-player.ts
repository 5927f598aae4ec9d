import { readStored } from './settings/browser-storage.ts';

/** The key of the saved player in this tab's session storage. */
export const PLAYER_KEY = 'player';

/** Whether there was a track in the player before the page was reloaded. */
export const hasSavedPlayer = (): boolean => readStored('sessionStorage', PLAYER_KEY) !== null;
