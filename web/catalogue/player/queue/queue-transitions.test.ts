import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { nextPlayer } from '../next-player.ts';
import { type PlayerEffect, type PlayerEvent, type PlayerState, currentTrack } from '../player-state.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { nextIndex } from './queue-transitions.ts';
import { partToSave } from './saved-queue.ts';
import { isPlaceholder, placeholderTrack } from './placeholder-track.ts';

const track = (id: string) => ({ id, length: 100 }) as MediaSummary;
const all = (ids: string) => [...ids].map(track);

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
const play = (ids: string, index = 0): PlayerEvent => ({ type: 'play', queue: all(ids), index });
const add = (ids: string, where: 'next' | 'last'): PlayerEvent => ({ type: 'enqueue', media: all(ids), where });
const ids = ({ queue }: Pick<PlayerState, 'queue'>) => queue.map(({ id }) => id).join('');
const queueAfter = (...events: PlayerEvent[]) => ids(after(...events).state);
const SHUFFLE: PlayerEvent = { type: 'shuffle', on: true, seed: 7 };
const UNSHUFFLE: PlayerEvent = { type: 'shuffle', on: false, seed: 0 };
const NEXT: PlayerEvent = { type: 'next' };
const ENDED: PlayerEvent = { type: 'ended' };
const repeat = (how: PlayerState['repeat']): PlayerEvent => ({ type: 'repeat', repeat: how });

describe('the queue', () => {
  it('takes media after the current track or at the end, and moves items that it already has', () => {
    expect(queueAfter(play('abc'), add('xy', 'next'))).toBe('axybc');
    expect(queueAfter(play('abc'), add('xy', 'last'))).toBe('abcxy');
    expect(queueAfter(play('abc', 1), add('ac', 'last'))).toBe('bac');
    expect(after(play('abc', 2), add('a', 'next')).state).toMatchObject({ index: 1 });
    expect(queueAfter(play('abc', 1), add('b', 'last'))).toBe('abc');
  });

  it('waits for a press when media is added to an empty player', () => {
    const { state, effects } = after(add('xy', 'last'));
    expect(state).toMatchObject({ status: 'paused', index: 0 });
    expect(effects).toEqual([{ do: 'load', play: false, at: 'left' }]);
  });

  it('is sorted, loses tracks and is cleared around the current track, which plays on', () => {
    const changes: [PlayerEvent, string][] = [
      [{ type: 'sort', ids: ['d', 'b', 'a', 'c'] }, 'dbac'],
      // If only some tracks of the queue are sorted, they change places among themselves.
      [{ type: 'sort', ids: ['d', 'nobody', 'a'] }, 'dbca'],
      [{ type: 'remove', id: 'a' }, 'bcd'],
      [{ type: 'remove', id: 'b' }, 'abcd'],
      [{ type: 'clear' }, 'b'],
    ];
    for (const [change, queue] of changes) {
      const { state, effects } = after(play('abcd', 1), change);
      expect([ids(state), currentTrack(state)?.id, state.status]).toEqual([queue, 'b', 'playing']);
      expect(effects).toHaveLength(1);
    }
  });

  it('is replaced around the current track, which plays on; an equal queue or one without the track is ignored', () => {
    const requeue = (ids: string): PlayerEvent => ({ type: 'requeue', queue: all(ids) });
    const { state, effects } = after(play('abc', 1), requeue('xbyb'));
    expect(state).toMatchObject({ status: 'playing', index: 1, begun: 2 });
    expect(ids(state)).toBe('xby');
    expect(effects).toHaveLength(1);
    const before = after(play('abc', 1)).state;
    for (const same of ['abc', 'xyz', ''])
      expect(nextPlayer(before, requeue(same))).toEqual({ state: before, effects: [] });
    // A shuffled queue is replaced as well, and compared in the order before the shuffle.
    const other = after(play('abc', 1), SHUFFLE, requeue('xbyz'));
    expect([ids(other.state)[0], [...ids(other.state)].toSorted().join('')]).toEqual(['b', 'bxyz']);
    expect(queueAfter(play('abc', 1), SHUFFLE, requeue('xbyz'), UNSHUFFLE)).toBe('xbyz');
    const shuffledOne = after(play('abc', 1), SHUFFLE).state;
    expect(nextPlayer(shuffledOne, requeue('abc')).state).toEqual(shuffledOne);
  });

  it('plays the track that is chosen in it', () => {
    expect(after(play('abc'), { type: 'jump', id: 'c' }).state).toMatchObject({ index: 2, status: 'playing' });
    expect(after(play('abc'), { type: 'jump', id: 'z' }).state).toMatchObject({ index: 0 });
  });

  it('starts again after its end, or repeats one track until another is chosen', () => {
    expect(after(play('ab', 1), repeat('all'), ENDED).state).toMatchObject({ index: 0, status: 'playing' });
    expect(after(play('a'), repeat('all'), ENDED).state).toMatchObject({ index: 0, status: 'playing', played: 0 });
    expect(after(play('ab'), repeat('one'), ENDED, ENDED).state).toMatchObject({ index: 0, status: 'playing' });
    expect(after(play('ab'), repeat('one'), NEXT).state).toMatchObject({ index: 1 });
    expect(after(play('ab', 1), ENDED).state).toMatchObject({ status: 'stopped', error: null });
    expect(after(play('ab', 1), NEXT).state).toMatchObject({ index: 1, status: 'playing' });
  });

  it('is shuffled around the current track, and restored in its order with the tracks added in the meantime', () => {
    const { state } = after(play('abcdefgh', 2), SHUFFLE);
    expect([ids(state)[0], state.index]).toEqual(['c', 0]);
    expect(ids(state)).not.toBe('cabdefgh');
    expect([...ids(state)].toSorted().join('')).toBe('abcdefgh');
    expect(queueAfter(play('abcd', 2), SHUFFLE, UNSHUFFLE)).toBe('abcd');
    expect(queueAfter(play('abcd', 2), SHUFFLE, add('x', 'next'), add('y', 'last'), UNSHUFFLE)).toBe('abcxdy');
    expect(after(play('abcd', 2), SHUFFLE, UNSHUFFLE).state).toMatchObject({ index: 2, shuffle: null });
  });

  it('shuffles a new queue as well, differently each time, and keeps shuffle and repeat when closed', () => {
    const orders = new Set<string>();
    const events = [play('ab'), SHUFFLE, repeat('all')];
    for (let time = 0; time < 20; time += 1) {
      events.push({ type: 'close' }, play('abcdefgh', 3));
      const { state } = after(...events);
      expect(state).toMatchObject({ index: 0, repeat: 'all' });
      expect(currentTrack(state)?.id).toBe('d');
      orders.add(ids(state));
    }
    expect(orders.size).toBeGreaterThan(15);
    expect(queueAfter(...events, UNSHUFFLE)).toBe('abcdefgh');
  });

  it('is restored after a reload with its order, its current track and its modes', () => {
    const { state } = after(play('abcdefgh', 2), SHUFFLE, repeat('one'), add('x', 'next'));
    const { queue, index, shuffle } = state;
    const back = after({ type: 'restore', queue, index, at: 4, shuffle, repeat: state.repeat }).state;
    expect(back).toMatchObject({ index, repeat: 'one', status: 'paused' });
    expect(ids(back)).toBe(ids(state));
    expect(ids(nextPlayer(back, UNSHUFFLE).state)).toBe('abcxdefgh');
  });

  it('is saved around the current track when it is long', () => {
    const long = Array.from({ length: 1000 }, (_, place) => track(String(place)));
    for (const index of [0, 49, 500, 999]) {
      const part = partToSave({ queue: long, index });
      expect(part.queue).toHaveLength(200);
      expect(currentTrack(part as PlayerState)?.id).toBe(String(index));
    }
  });

  it('loads an unread track when it is reached, and silently skips a track that was deleted or hidden', () => {
    const jump: PlayerEvent[] = [
      { type: 'play', queue: [track('a'), placeholderTrack('b'), track('c')], index: 0 },
      { type: 'jump', id: 'b' },
      { type: 'failed' },
    ];
    expect(after(...jump).effects.at(-1)).toEqual({ do: 'refresh', id: 'b', after: 0 });
    const read = after(...jump, { type: 'refreshed', id: 'b', media: track('b') });
    expect(currentTrack(read.state)).toEqual(track('b'));
    expect(read.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'left' });
    const gone = after(...jump, { type: 'refreshed', id: 'b', media: null });
    expect(gone.state).toMatchObject({ index: 2, status: 'playing', error: null });
    expect(gone.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'left' });
  });

  it('updates its tracks without touching the current one, and drops unread tracks that were deleted or hidden', () => {
    const queue = [placeholderTrack('a'), placeholderTrack('b'), track('c'), track('d'), placeholderTrack('e')];
    const fresh = { ...track('d'), title: 'Fresh' };
    const media = [track('b'), { ...track('c'), title: 'Of no use' }, fresh, track('x')];
    const { state, effects } = after({ type: 'play', queue, index: 2 }, { type: 'read', ids: ['a', 'b', 'd'], media });
    expect(state.queue).toEqual([track('b'), track('c'), fresh, placeholderTrack('e')]);
    expect([state.index, effects.length]).toEqual([1, 1]);
    expect(currentTrack(state)).toBe(queue[2]);
    // The state machine itself loads the current track.
    const begun = after({ type: 'play', queue, index: 0 }, { type: 'read', ids: ['a'], media: [] });
    expect(currentTrack(begun.state)?.id).toBe('a');
  });

  it('keeps its invariants under any sequence of events', () => {
    const some = fc.shuffledSubarray([...'abcdef']).map((chosen) => chosen.map(track));
    const event: fc.Arbitrary<PlayerEvent> = fc.oneof(
      fc.record({ type: fc.constant('play' as const), queue: some, index: fc.nat(6) }),
      fc.record({
        type: fc.constant('enqueue' as const),
        media: fc.array(fc.constantFrom(...all('abcdefgh'))),
        where: fc.constantFrom('next' as const, 'last' as const),
      }),
      fc.record({ type: fc.constant('sort' as const), ids: fc.array(fc.constantFrom(...'abcdefgh')) }),
      fc.record({
        type: fc.constantFrom('remove' as const, 'jump' as const, 'withdrawn' as const),
        id: fc.constantFrom(...'abcdefgh'),
      }),
      fc.record({ type: fc.constant('shuffle' as const), on: fc.boolean(), seed: fc.integer() }),
      fc.record({
        type: fc.constant('read' as const),
        ids: fc.subarray([...'abcdefgh']),
        media: fc.subarray([...'abcdefgh']).map((some) => some.map(track)),
      }),
      fc.record({ type: fc.constant('repeat' as const), repeat: fc.constantFrom('off', 'all', 'one') }),
      fc.record({
        type: fc.constantFrom(
          'clear' as const,
          'forget' as const,
          'next' as const,
          'ended' as const,
          'toggle' as const,
        ),
      }),
    );
    const changing = new Set(['enqueue', 'sort', 'remove', 'clear', 'shuffle', 'repeat', 'read', 'forget']);
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let state: PlayerState = INITIAL_STATE;
        for (const one of events) {
          const { state: next, effects } = nextPlayer(state, one);
          const held = next.queue.map(({ id }) => id);
          // Each track is in the queue once, and a queue that is not empty has a current track.
          expect(new Set(held).size).toBe(held.length);
          expect(currentTrack(next) === null).toBe(held.length === 0);
          // Changes of the queue affect neither the sound nor the current track.
          if (changing.has(one.type) && currentTrack(state) !== null) {
            expect(effects).toEqual([]);
            // An unread current track may be replaced by its data.
            if (isPlaceholder(currentTrack(state)!)) expect(currentTrack(next)?.id).toBe(currentTrack(state)?.id);
            else expect(currentTrack(next)).toBe(currentTrack(state));
            expect(next.status).toBe(state.status);
          }
          if (one.type === 'sort' || one.type === 'shuffle')
            expect(held.toSorted()).toEqual(ids(state).split('').toSorted());
          // Every track of the queue is reached.
          if (next.repeat === 'all' && held.length > 0) {
            const reached = new Set<string>();
            let walk = next;
            for (let turn = 0; turn < held.length; turn += 1) {
              walk = { ...walk, index: nextIndex(walk) ?? -1 };
              reached.add(currentTrack(walk)?.id ?? '');
            }
            expect(reached).toEqual(new Set(held));
          }
          if (next.shuffle) expect(held.every((id) => next.shuffle?.ids.includes(id))).toBe(true);
          state = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});
