import { kept } from './settings/browser-storage.ts';

/** The key of the saved player in this tab's session storage. */
export const PLAYER_KEY = 'player';

/** Whether there was a track in the player before the page was reloaded. */
export const wasPlaying = (): boolean => kept('sessionStorage', PLAYER_KEY) !== null;
