import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Media } from '@scoville/contract/media.ts';
import { MOST_REFRESHES, TICK, nextPlayer } from './next-player.ts';
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  STOPPED,
  currentTrack,
  hasNext,
} from './player-state.ts';

/** What the machine reads of a media is its id and its length. */
const track = (id: string, length: number | null) => ({ id, length }) as Media;
const TRACKS = [track('a', 100), track('b', 20), track('c', null)];

/** The state after events, and all that was asked for on the way. */
function after(...events: PlayerEvent[]): { state: PlayerState; effects: PlayerEffect[] } {
  let state: PlayerState = STOPPED;
  const effects: PlayerEffect[] = [];
  for (const event of events) {
    const step = nextPlayer(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
const PLAY: PlayerEvent = { type: 'play', queue: TRACKS, index: 0 };
const ticks = (seconds: number): PlayerEvent[] =>
  Array.from({ length: seconds * 4 }, () => ({ type: 'tick', duration: 0 }));
const counts = (effects: PlayerEffect[]) => effects.filter((one) => one.do === 'count').length;

describe('the player', () => {
  it('plays, pauses, shows its display, and an ad with a countdown to its skip button', () => {
    expect(after(PLAY).state.status).toBe('playing');
    expect(after(PLAY, { type: 'toggle' }).state.status).toBe('paused');
    expect(after(PLAY, { type: 'toggle' }, { type: 'toggle' }).state.status).toBe('playing');
    expect(after(PLAY, { type: 'display', open: true }).state).toMatchObject({ display: true, status: 'playing' });
    const ad: PlayerEvent = { type: 'ad', length: 10, skipAfter: 5 };
    expect(after(PLAY, ad).state).toMatchObject({ status: 'ad', ad: { left: 40, skipIn: 20 } });
    expect(after(PLAY, ad, { type: 'skipAd' }).state.status).toBe('ad');
    expect(after(PLAY, ad, ...ticks(5), { type: 'skipAd' }).state.status).toBe('playing');
    expect(after(PLAY, ad, ...ticks(10)).state.status).toBe('playing');
  });

  it('next does nothing while an ad is on', () => {
    const { state } = after(PLAY, { type: 'ad', length: 10, skipAfter: null }, { type: 'next' });
    expect(hasNext(state)).toBe(false);
    expect(state).toMatchObject({ status: 'ad', index: 0 });
  });

  it('PL-17 a play is counted once, from 5 percent of the duration on', () => {
    expect(counts(after(PLAY, ...ticks(4)).effects)).toBe(0);
    expect(counts(after(PLAY, ...ticks(4.75)).effects)).toBe(0);
    expect(counts(after(PLAY, ...ticks(5)).effects)).toBe(1);
    expect(counts(after(PLAY, ...ticks(60)).effects)).toBe(1);
    expect(counts(after(PLAY, ...ticks(6), PLAY, ...ticks(6)).effects)).toBe(2);
  });

  it('PL-18 playing time is counted in ticks of a quarter of a second, over tracks, without pauses', () => {
    expect(TICK).toBe(0.25);
    const listened = [PLAY, ...ticks(6), { type: 'pause' }, ...ticks(100), { type: 'resume' }, ...ticks(4)] as const;
    expect(after(...listened).state.sinceAd * TICK).toBe(10);
    expect(after(...listened, ...ticks(0.25)).state.sinceAd * TICK).toBe(10.25);
    expect(after(...listened, { type: 'pause' }, ...ticks(30)).state.sinceAd * TICK).toBe(10);
    const { state } = after(PLAY, ...ticks(4), { type: 'pause' }, ...ticks(9), { type: 'resume' }, ...ticks(1), {
      type: 'next',
    });
    expect(nextPlayer(state, { type: 'tick', duration: 0 }).state).toMatchObject({ sinceAd: 21, played: 1 });
  });

  it('PL-16 asks three times for new addresses, then stops with an error', () => {
    const retry: PlayerEvent[] = [{ type: 'failed' }, { type: 'refreshed', media: TRACKS[0]! }];
    const { state, effects } = after(PLAY, ...retry, ...retry, ...retry, { type: 'failed' }, ...retry, ...retry);
    expect(effects.filter((one) => one.do === 'refresh')).toHaveLength(3);
    expect(state.status).toBe('stopped');
    expect(state.error).toMatch(/could not be played/);
  });

  it('goes on where it was with new addresses, and stops when the track is gone', () => {
    const fresh = after(PLAY, { type: 'failed' }, { type: 'refreshed', media: track('a', 100) });
    expect(fresh.effects.at(-1)).toEqual({ do: 'load', at: 'here', play: true });
    expect(after(PLAY, { type: 'failed' }, { type: 'refreshed', media: null }).state.status).toBe('stopped');
  });

  it('addresses that come late, for a track that was left, change nothing', () => {
    const { state, effects } = after(
      PLAY,
      { type: 'failed' },
      { type: 'next' },
      { type: 'refreshed', media: TRACKS[0]! },
    );
    expect(currentTrack(state)?.id).toBe('b');
    expect(effects.filter((one) => one.do === 'load')).toHaveLength(2);
  });

  it('previous goes to the start of the track, or before it when it has only begun', () => {
    const second: PlayerEvent = { type: 'play', queue: TRACKS, index: 1 };
    expect(after(second, { type: 'previous', position: 2 }).state.index).toBe(0);
    const late = after(second, { type: 'previous', position: 9 });
    expect(late.state.index).toBe(1);
    expect(late.effects.at(-1)).toEqual({ do: 'rewind' });
  });

  it('ends after the last track, keeps it, and plays it again', () => {
    const last: PlayerEvent = { type: 'play', queue: TRACKS, index: 2 };
    expect(after(last, { type: 'ended' }).state).toMatchObject({ status: 'stopped', index: 2, error: null });
    expect(after(last, { type: 'ended' }, { type: 'toggle' }).state.status).toBe('playing');
  });

  it('comes back paused where it was', () => {
    const { state, effects } = after({ type: 'restore', queue: TRACKS, index: 1, at: 7 });
    expect(state).toMatchObject({ status: 'paused', index: 1 });
    expect(effects).toEqual([{ do: 'load', play: false, at: 7 }]);
  });

  it('holds its promises whatever happens in whatever order', () => {
    const event: fc.Arbitrary<PlayerEvent> = fc.oneof(
      fc.record({
        type: fc.constant('play' as const),
        queue: fc.subarray(TRACKS),
        index: fc.integer({ min: -1, max: 3 }),
      }),
      fc.record({
        type: fc.constantFrom(
          ...(['toggle', 'pause', 'resume', 'next', 'ended', 'close', 'failed', 'skipAd'] as const),
        ),
      }),
      fc.record({ type: fc.constant('tick' as const), duration: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ type: fc.constant('failed' as const) }),
      fc.record({ type: fc.constant('previous' as const), position: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ type: fc.constant('refreshed' as const), media: fc.constantFrom(null, ...TRACKS) }),
      fc.record({ type: fc.constant('display' as const), open: fc.boolean() }),
      fc.record({
        type: fc.constant('ad' as const),
        length: fc.integer({ min: 0, max: 3 }),
        skipAfter: fc.constantFrom(null, 0, 1),
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        let state: PlayerState = STOPPED;
        let countsOfThisPlay = 0;
        let refreshes = 0;
        for (const one of events) {
          const step = nextPlayer(state, one);
          if (step.effects.some((effect) => effect.do === 'load') && one.type !== 'refreshed') {
            countsOfThisPlay = 0;
            refreshes = 0;
          }
          countsOfThisPlay += counts(step.effects);
          refreshes += step.effects.filter((effect) => effect.do === 'refresh').length;
          expect(countsOfThisPlay).toBeLessThanOrEqual(1);
          expect(refreshes).toBeLessThanOrEqual(MOST_REFRESHES);
          // Time is counted only while something plays.
          if (state.status !== 'playing') expect(step.state.sinceAd).toBeLessThanOrEqual(state.sinceAd);
          state = step.state;
          expect(state.status === 'ad').toBe(state.ad !== null);
          if (currentTrack(state) === null)
            expect(state).toMatchObject({ status: 'stopped', display: false, index: -1 });
          if (state.error !== null) expect(state.status).toBe('stopped');
        }
      }),
      { numRuns: 500 },
    );
  });
});
