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

/** Whether the player sounds, or will sound automatically when the network is back. */
export const isToSound = ({ status, lostWhile }: PlayerState): boolean =>
  status === 'playing' || status === 'ad' || lostWhile === 'playing';

/** Counts an event that is the listener's own action, if it changed the state. */
export function countActions(before: PlayerState, event: PlayerEvent, after: PlayerStep): PlayerStep {
  const { state } = after;
  const isChoice = CHOICES.has(event.type) && !(event.type === 'enqueue' && event.unasked);
  const isAction = state !== before && (isChoice || (isToSound(state) && !isToSound(before)));
  return isAction ? { ...after, state: { ...state, actions: before.actions + 1 } } : after;
}
