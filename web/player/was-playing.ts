import { kept } from './settings/kept.ts';

/** Where the player is kept in this tab. */
export const PLAYER_KEY = 'player';

/** Was there a track in the player before the page was loaded again? */
export const wasPlaying = (): boolean => kept('sessionStorage', PLAYER_KEY) !== null;
