import type { PlayerEvent, PlayerState, PlayerStep } from './player-state.ts';

const CHOICES: ReadonlySet<PlayerEvent['type']> = new Set([
  'play',
  'jump',
  'enqueue',
  'sort',
  'remove',
  'clear',
  'requeue',
  'shuffle',
  'repeat',
]);

/** Does it sound, or will it by itself when the network is back? */
export const isToSound = ({ status, lostWhile }: PlayerState): boolean =>
  status === 'playing' || status === 'ad' || lostWhile === 'playing';

/** Counts an event that was the listener's own, once it has changed something. */
export function countActions(before: PlayerState, event: PlayerEvent, after: PlayerStep): PlayerStep {
  const { state } = after;
  const isChoice = CHOICES.has(event.type) && !(event.type === 'enqueue' && event.unasked);
  const isAction = state !== before && (isChoice || (isToSound(state) && !isToSound(before)));
  return isAction ? { ...after, state: { ...state, actions: before.actions + 1 } } : after;
}
