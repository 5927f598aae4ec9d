import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPlayer } from '../next-player.ts';
import { type PlayerEvent, type PlayerState, currentTrack } from '../player-state.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { PREFETCH_SECONDS, chooseRecommendation, hasEndedWith, isRecommendationDue } from './up-next.ts';

/** "x1" is a song or video of the musician x. */
const track = (id: string, isPlayable = true) =>
  ({ id, title: id, length: 100, musician: { id: id.charAt(0) }, sources: isPlayable ? [{}] : [] }) as MediaSummary;
const offer = (id: string, isPlayable = true) => ({ media: track(id, isPlayable) });
const after = (...events: PlayerEvent[]): PlayerState =>
  events.reduce((state, event) => nextPlayer(state, event).state, INITIAL_STATE);
const play = (...ids: string[]): PlayerEvent => ({ type: 'play', queue: ids.map((id) => track(id)), index: 0 });

const END = { remaining: PREFETCH_SECONDS, isRecommended: false };
const BEGINNING = { remaining: 90, isRecommended: false };

describe('the recommendation after a queue', () => {
  it('is due while the last track plays towards its end, and during all of a recommended track', () => {
    const alone = after(play('a1'));
    expect([isRecommendationDue(alone, BEGINNING), isRecommendationDue(alone, END)]).toEqual([false, true]);
    expect(isRecommendationDue(alone, { remaining: 90, isRecommended: true })).toBe(true);
    expect(isRecommendationDue(after(play('a1', 'b1')), END)).toBe(false);
    expect(isRecommendationDue(after(play('a1', 'b1'), { type: 'next' }), END)).toBe(true);
  });

  it('is not due during repeat, a pause, after the end or during an advertisement', () => {
    expect(isRecommendationDue(after(play('a1'), { type: 'repeat', repeat: 'all' }), END)).toBe(false);
    expect(isRecommendationDue(after(play('a1'), { type: 'repeat', repeat: 'one' }), END)).toBe(false);
    expect(isRecommendationDue(after(play('a1'), { type: 'pause' }), END)).toBe(false);
    expect(isRecommendationDue(after(play('a1'), { type: 'ended' }), END)).toBe(false);
    const ad = { id: 'ad', title: 'ad', length: 10, skipAfter: 5, infoUrl: null, infoUrlText: null };
    const rules = { playInterval: 60, playDuring: 0, playDuringMinTime: 0 };
    expect(isRecommendationDue(after({ type: 'adReady', ad, rules }, play('a1')), END)).toBe(false);
    expect(isRecommendationDue(INITIAL_STATE, END)).toBe(false);
  });

  it('may follow late after an ordinary end, but not after an error or a closed player', () => {
    expect(hasEndedWith(after(play('a1'), { type: 'ended' }), 'a1')).toBe(true);
    expect(hasEndedWith(after(play('a1')), 'a1')).toBe(false);
    expect(hasEndedWith(after(play('a1'), { type: 'ended' }, play('b1'), { type: 'ended' }), 'a1')).toBe(false);
    const gone: PlayerEvent[] = [{ type: 'failed' }, { type: 'refreshed', id: 'a1', media: null }];
    expect(hasEndedWith(after(play('a1'), ...gone), 'a1')).toBe(false);
    expect(hasEndedWith(after(play('a1'), { type: 'close' }), 'a1')).toBe(false);
  });

  it('has another musician, can be played, and is not in the queue', () => {
    const state = after(play('a1', 'b1', 'c1'), { type: 'next' }, { type: 'next' });
    const offers = [offer('c2'), offer('a1'), offer('d1', false), offer('b2'), offer('e1')];
    expect(chooseRecommendation(state, offers)?.media.id).toBe('b2');
    expect(chooseRecommendation(state, [offer('c2'), offer('a1')])).toBeNull();
  });

  it('never plays two tracks of one musician in a row, nor one track twice, with any offers', () => {
    const media = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 9 }), fc.boolean())
      .map(([musician, number, isPlayable]) => offer(`${musician}${number}`, isPlayable));
    fc.assert(
      fc.property(fc.array(fc.array(media, { maxLength: 10 }), { maxLength: 12 }), (answers) => {
        let state = after(play('a0'));
        for (const offers of answers) {
          const next = chooseRecommendation(state, offers);
          if (next === null) continue;
          const before = currentTrack(state);
          state = nextPlayer(state, { type: 'enqueue', media: [next.media], where: 'last' }).state;
          state = nextPlayer(state, { type: 'ended' }).state;
          expect(state.status).toBe('playing');
          expect(currentTrack(state)?.id).toBe(next.media.id);
          expect(currentTrack(state)?.musician.id).not.toBe(before?.musician.id);
        }
        expect(new Set(state.queue.map(({ id }) => id)).size).toBe(state.queue.length);
      }),
    );
  });
});
