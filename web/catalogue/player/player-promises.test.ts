import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOOD_AFTER, nextPlayer } from './next-player.ts';
import { type PlayerEffect, type PlayerEvent, type PlayerState, currentTrack } from './player-state.ts';
import { dispatch, onPlayerChange, playerState, setMachine } from './player.ts';
import { placeholderTrack } from './queue/placeholder-track.ts';
import { INITIAL_STATE } from './initial-state.ts';
import { TICK } from './tick.ts';
import { MAX_REFRESHES, PREPARING, RETRY_DELAYS_SECONDS, SLOW } from './waiting-transitions.ts';

const track = (id: string, length: number | null, file = 'master') =>
  ({ id, title: id, length, sources: [{ url: `/files/x/media/${id}/${file}.m3u8` }] }) as MediaSummary;
const TRACKS = [track('a', 100), track('b', 20), track('c', null)];
/** Including tracks that are being prepared, and unread tracks. */
const QUEUED = [
  ...TRACKS,
  track('a', null, 'early'),
  track('c', null, 'first'),
  placeholderTrack('b'),
  placeholderTrack('d'),
];
const IDS = ['a', 'b', 'c', 'd'];

const anId = fc.constantFrom(...IDS);
const aQueue = { queue: fc.shuffledSubarray(QUEUED), index: fc.integer({ min: -1, max: 4 }) };
const anEvent: fc.Arbitrary<PlayerEvent> = fc.oneof(
  fc.record({ type: fc.constant('play' as const), ...aQueue }),
  fc.record({ type: fc.constant('restore' as const), ...aQueue, at: fc.integer({ min: 0, max: 9 }) }),
  fc.record({
    type: fc.constantFrom(
      ...(['toggle', 'pause', 'resume', 'next', 'ended', 'close', 'failed', 'skipAd', 'elsewhere'] as const),
    ),
  }),
  fc.record({ type: fc.constant('tick' as const), duration: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ type: fc.constant('failed' as const) }),
  fc.record({ type: fc.constant('previous' as const), position: fc.integer({ min: 0, max: 9 }) }),
  fc.constantFrom(...TRACKS).chain((one) =>
    fc.record({
      type: fc.constant('refreshed' as const),
      id: fc.constant(one.id),
      media: fc.constantFrom(null, one),
    }),
  ),
  fc.record({ type: fc.constant('refreshed' as const), id: fc.constant('d'), media: fc.constant(null) }),
  fc.record({ type: fc.constant('finished' as const), media: fc.constantFrom(...TRACKS) }),
  fc.record({ type: fc.constant('read' as const), ids: fc.subarray(IDS), media: fc.subarray(TRACKS) }),
  fc.record({ type: fc.constant('unreachable' as const), id: anId }),
  fc.record({ type: fc.constant('preparing' as const), id: anId, readsOn: fc.boolean() }),
  fc.record({ type: fc.constant('display' as const), open: fc.boolean() }),
  fc.record({
    type: fc.constant('enqueue' as const),
    media: fc.subarray(QUEUED),
    where: fc.constantFrom('next' as const, 'last' as const),
  }),
  fc.record({ type: fc.constant('sort' as const), ids: fc.shuffledSubarray([...IDS, 'nobody']) }),
  fc.record({ type: fc.constantFrom('remove' as const, 'jump' as const), id: anId }),
  fc.record({ type: fc.constant('shuffle' as const), on: fc.boolean(), seed: fc.integer() }),
  fc.record({ type: fc.constant('repeat' as const), repeat: fc.constantFrom('off', 'all', 'one') }),
  fc.constant<PlayerEvent>({ type: 'clear' }),
  fc.constantFrom<PlayerEvent>({ type: 'online' }, { type: 'stalled' }),
  fc
    .record({ length: fc.integer({ min: 0, max: 3 }), skipAfter: fc.constantFrom(null, 0, 1) })
    .map((times): PlayerEvent => ({
      type: 'adReady',
      ad: { id: 'ad', title: 'Fresh Knives', infoUrl: null, infoUrlText: null, ...times },
      rules: { playInterval: 2, playDuring: 1, playDuringMinTime: 0 },
    })),
  fc.constantFrom<PlayerEvent>({ type: 'noAd' }, { type: 'adEnded' }, { type: 'adFailed' }),
);

/** Carries out effects like the engine: records whether the track sounds, and how many advertisements are under way. */
function createSound() {
  const sound = { isHeard: false, ads: 0 };
  return {
    perform: (effect: PlayerEffect) => {
      if (effect.do === 'load') sound.isHeard = effect.play;
      if (effect.do === 'resume') sound.isHeard = true;
      if (effect.do === 'pause' || effect.do === 'unload') sound.isHeard = false;
      if (effect.do === 'adStarted') sound.ads += 1;
      if (effect.do === 'adOver') sound.ads -= 1;
    },
    /** The track and an advertisement never sound together, and a player whose status is `playing` is never silent. */
    expectAsSaid: (state: PlayerState) =>
      expect(sound).toEqual({ isHeard: state.status === 'playing', ads: state.ad === null ? 0 : 1 }),
  };
}

function expectNoSilentStop(state: PlayerState, { type }: PlayerEvent, next: PlayerState): void {
  const hasStopped = next.status === 'stopped' && state.status !== 'stopped';
  if (hasStopped && type !== 'close' && type !== 'ended') expect(next.error).not.toBeNull();
}

describe('the player keeps its invariants under any sequence of events:', () => {
  it('in its state machine', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 80 }), (events) => {
        const sound = createSound();
        let state: PlayerState = INITIAL_STATE;
        let countsOfThisPlay = 0;
        let refreshes = 0;
        /** Ticks of playback since the last request for addresses. */
        let sinceRefresh = 0;
        for (const one of events) {
          const step = nextPlayer(state, one);
          for (const effect of step.effects) {
            sound.perform(effect);
            if (effect.do === 'count') countsOfThisPlay += 1;
            if (effect.do !== 'load') continue;
            // A new play, or the same one with other addresses.
            if (effect.at !== 'here') countsOfThisPlay = 0;
            const isOther = one.type !== 'refreshed' && one.type !== 'finished';
            if (effect.at !== 'here' || isOther || state.lostWhile !== null) refreshes = 0;
          }
          sound.expectAsSaid(step.state);
          expectNoSilentStop(state, one, step.state);
          // A player that was restored after a reload waits.
          if (one.type === 'restore' && step.effects.length > 0) expect(step.state.status).not.toBe('playing');
          const asked = step.effects.filter((effect) => effect.do === 'refresh' && !effect.unlessHeard).length;
          sinceRefresh = asked > 0 ? 0 : sinceRefresh + (one.type === 'tick' && state.status === 'playing' ? 1 : 0);
          if (sinceRefresh >= GOOD_AFTER / TICK) refreshes = 0;
          // Checks for a lost network are counted separately.
          if (step.state.lostWhile === null) refreshes += asked;
          expect(step.state.networkChecks).toBeLessThanOrEqual(RETRY_DELAYS_SECONDS.length);
          expect(countsOfThisPlay).toBeLessThanOrEqual(1);
          expect(refreshes).toBeLessThanOrEqual(MAX_REFRESHES);
          // Time only counts while the track plays.
          if (state.status !== 'playing') expect(step.state.sinceAd).toBeLessThanOrEqual(state.sinceAd);
          state = step.state;
          expect(state.status === 'ad').toBe(state.ad !== null);
          if (currentTrack(state) === null)
            expect(state).toMatchObject({ status: 'stopped', display: false, index: -1 });
          if (state.error !== null) expect(state.status).toBe(state.stalled ? 'playing' : 'stopped');
          if (state.error === SLOW || state.stalled) expect(state.stalled && [SLOW, PREPARING]).toContain(state.error);
          // A queue contains each media item only once.
          expect(new Set(state.queue.map(({ id }) => id)).size).toBe(state.queue.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('when listeners and effects dispatch further events', () => {
    const happening = fc.record({
      event: anEvent,
      also: fc.array(fc.record({ inEffect: fc.boolean(), event: anEvent }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (all) => {
        const sound = createSound();
        let also: { inEffect: boolean; event: PlayerEvent }[] = [];
        const dispatchNext = (inEffect: boolean) => {
          const [first] = also;
          if (first?.inEffect !== inEffect) return;
          also = also.slice(1);
          dispatch(first.event);
        };
        setMachine({
          stopped: INITIAL_STATE,
          next: (state, event) => {
            const step = nextPlayer(state, event);
            expectNoSilentStop(state, event, step.state);
            return step;
          },
          perform: (effect) => {
            sound.perform(effect);
            dispatchNext(true);
          },
        });
        const stop = onPlayerChange(() => {
          sound.expectAsSaid(playerState());
          dispatchNext(false);
        });
        try {
          for (const one of all) {
            ({ also } = one);
            dispatch(one.event);
            sound.expectAsSaid(playerState());
          }
        } finally {
          stop();
        }
      }),
      { numRuns: 300 },
    );
  });
});
