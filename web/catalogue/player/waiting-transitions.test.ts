import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { expect, it } from 'vitest';
import { nextPlayer } from './next-player.ts';
import type { PlayerEffect, PlayerEvent, PlayerState } from './player-state.ts';
import { placeholderTrack } from './queue/placeholder-track.ts';
import { INITIAL_STATE } from './initial-state.ts';
import { PREPARATION_POLL_SECONDS, PREPARING, SLOW } from './waiting-transitions.ts';

const track = (id: string, file: string) =>
  ({ id, title: id, length: null, sources: [{ url: `/files/x/media/${id}/v/${file}` }] }) as MediaSummary;
const EARLY = track('a', 'e/early.m3u8');
const WHOLE = track('a', 'master.m3u8');
const OTHER = track('b', 'master.m3u8');
const TICKS = Array.from({ length: 32 }, (): PlayerEvent => ({ type: 'tick', duration: 0 }));

/** The state after the events, and all effects on the way. */
function after(...events: PlayerEvent[]): { state: PlayerState; effects: PlayerEffect[] } {
  let state: PlayerState = INITIAL_STATE;
  const effects: PlayerEffect[] = [];
  for (const event of events) {
    const step = nextPlayer(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

it('waits at its position for a part that is not prepared yet, as long as it takes, and then continues', () => {
  const playing: PlayerEvent[] = [{ type: 'play', queue: [EARLY, OTHER], index: 0 }, ...TICKS];
  const preparing: PlayerEvent = { type: 'preparing', id: 'a', readsOn: false };
  const looks = Array.from({ length: 40 }, () => preparing);
  const waiting = after(...playing, { type: 'failed' }, ...looks);
  expect(waiting.state).toMatchObject({ status: 'stopped', index: 0, lostWhile: 'playing', error: PREPARING });
  expect(waiting.effects.filter((effect) => effect.do === 'pause')).toHaveLength(1);
  expect(waiting.effects.at(-1)).toEqual({ do: 'refresh', id: 'a', after: PREPARATION_POLL_SECONDS });
  const back: PlayerEvent = { type: 'refreshed', id: 'a', media: EARLY };
  for (const there of [back, { type: 'finished', media: WHOLE } as const]) {
    const on = nextPlayer(waiting.state, there);
    expect(on.state).toMatchObject({ status: 'playing', lostWhile: null, error: null });
    expect(on.state.queue[0]).toBe(there.media);
    expect(on.effects).toEqual([{ do: 'load', play: true, at: 'here' }]);
  }
  // Unless the listener pauses or skips in the meantime.
  const paused = after(...playing, { type: 'failed' }, preparing, { type: 'pause' }, back);
  expect(paused.state).toMatchObject({ status: 'paused', error: null });
  expect(after(...playing, { type: 'failed' }, preparing, { type: 'next' }, back).state).toMatchObject({
    status: 'playing',
    index: 1,
  });
  // The track is skipped when its preparation failed, or when it is an unread track of the queue.
  expect(nextPlayer(waiting.state, { type: 'refreshed', id: 'a', media: null }).state.index).toBe(1);
  const unseen: PlayerEvent = { type: 'play', queue: [placeholderTrack('a'), OTHER], index: 0 };
  expect(after(unseen, { type: 'failed' }, preparing).state).toMatchObject({ status: 'playing', index: 1 });
});

it('reports reaching the end of the prepared part, without reloading the track', () => {
  const caughtUp: PlayerEvent[] = [{ type: 'play', queue: [EARLY], index: 0 }, ...TICKS, { type: 'stalled' }];
  const told = after(...caughtUp, { type: 'preparing', id: 'a', readsOn: true });
  expect(told.state).toMatchObject({ status: 'playing', stalled: true, error: PREPARING });
  expect(told.effects).toEqual(after(...caughtUp).effects);
  expect(nextPlayer(told.state, { type: 'tick', duration: 0 }).state).toMatchObject({ stalled: false, error: null });
  // More is prepared than was played, so the connection is the cause.
  const slow = after(...caughtUp, { type: 'refreshed', id: 'a', media: EARLY });
  expect(slow.state).toMatchObject({ status: 'playing', stalled: true, error: SLOW });
  expect(slow.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'here' });
});
