import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { nextPlayer } from '../next-player.ts';
import type { PlayerEvent, PlayerState } from '../player-state.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { type Sounding, type Tabs, createTabs } from './tabs.ts';

const QUEUE = ['a', 'b', 'c'].map((id) => ({ id, length: 100 }) as MediaSummary);
const PLAY: PlayerEvent = { type: 'play', queue: QUEUE, index: 0 };
const sounds = (state: PlayerState) => state.status === 'playing' || state.status === 'ad';

/** Tabs of one browser, each with a player, and the messages under way between them. */
function browser(count: number) {
  const states: PlayerState[] = Array.from({ length: count }, () => INITIAL_STATE);
  const counted = states.map(() => 0);
  const underWay: { to: number; sounding: Sounding }[] = [];
  const clocks = states.map(() => 0);
  const tabs: Tabs[] = states.map((_state, own) =>
    createTabs({
      tab: String(own),
      now: () => clocks[own]!,
      post: (sounding) => states.forEach((_other, to) => to !== own && underWay.push({ to, sounding })),
      yieldTo: () => dispatch(own, { type: 'elsewhere' }),
    }),
  );
  function dispatch(tab: number, event: PlayerEvent): void {
    const { state, effects } = nextPlayer(states[tab]!, event);
    states[tab] = state;
    counted[tab]! += effects.filter((effect) => effect.do === 'count').length;
    tabs[tab]!.change(sounds(state));
  }
  /** Delivers one message. Messages from one tab to another keep their order; all others arrive in any order. */
  function arrive(which: number): void {
    if (underWay.length === 0) return;
    const { to, sounding } = underWay[which % underWay.length]!;
    const first = underWay.findIndex((one) => one.to === to && one.sounding.tab === sounding.tab);
    const [message] = underWay.splice(first, 1);
    tabs[message!.to]!.hear(message!.sounding);
  }
  const settle = () => {
    while (underWay.length > 0) arrive(0);
  };
  return { states, counted, clocks, dispatch, arrive, settle };
}

describe('tabs of one browser', () => {
  it('play one at a time: when a tab starts, the other pauses, and shows why until it plays again', () => {
    const { states, dispatch, settle } = browser(2);
    dispatch(0, PLAY);
    settle();
    dispatch(1, PLAY);
    settle();
    expect(states[0]).toMatchObject({ status: 'paused', elsewhere: true });
    expect(states[1]).toMatchObject({ status: 'playing', elsewhere: false });
    dispatch(0, { type: 'toggle' });
    settle();
    expect(states[0]).toMatchObject({ status: 'playing', elsewhere: false });
    expect(states[1]).toMatchObject({ status: 'paused', elsewhere: true });
  });

  it('leave exactly one playing when two start at once', () => {
    const { states, dispatch, settle } = browser(2);
    dispatch(0, PLAY);
    dispatch(1, PLAY);
    settle();
    expect(states.filter(sounds)).toHaveLength(1);
  });

  it('keep a tab that gave way silent when its lost network is back', () => {
    const { states, dispatch, settle } = browser(2);
    dispatch(0, PLAY);
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    for (const event of [{ type: 'failed' }, lost, lost, lost] as const) dispatch(0, event);
    dispatch(1, PLAY);
    settle();
    dispatch(0, { type: 'online' });
    settle();
    expect(states.map(({ status }) => status)).toEqual(['paused', 'playing']);
  });

  it('sound one at a time once messages have arrived, explain every stop, and count each play', () => {
    const event: fc.Arbitrary<PlayerEvent> = fc.oneof(
      { weight: 3, arbitrary: fc.constant(PLAY) },
      fc.record({ type: fc.constantFrom('toggle', 'pause', 'resume', 'next', 'ended', 'close', 'failed', 'online') }),
      fc.record({ type: fc.constantFrom('remove' as const, 'jump' as const), id: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ type: fc.constant('sort' as const), ids: fc.shuffledSubarray(['a', 'b', 'c']) }),
      fc.record({ type: fc.constant('repeat' as const), repeat: fc.constantFrom('off', 'all', 'one') }),
      fc.record({ type: fc.constant('unreachable' as const), id: fc.constantFrom('a', 'b', 'c') }),
      fc.constantFrom('a', 'b', 'c').chain((id) =>
        fc.record({
          type: fc.constant('refreshed' as const),
          id: fc.constant(id),
          media: fc.constantFrom(null, ...QUEUE.filter((one) => one.id === id)),
        }),
      ),
      fc.constant<PlayerEvent>({
        type: 'adReady',
        ad: { id: 'ad', title: 'Fresh Knives', length: 1, skipAfter: 0, infoUrl: null, infoUrlText: null },
        rules: { playInterval: 2, playDuring: 1, playDuringMinTime: 0 },
      }),
    ) as fc.Arbitrary<PlayerEvent>;
    const happening = fc.oneof(
      fc.record({ tab: fc.nat(2), event }),
      fc.record({ tab: fc.nat(2), ticks: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ arrives: fc.nat(9) }),
      // The clock is set, possibly back.
      fc.record({ tab: fc.nat(2), clock: fc.nat(99) }),
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (all) => {
        const { states, counted, clocks, dispatch, arrive, settle } = browser(3);
        /** Ticks of the current play of each tab, and the number of its plays that were long enough to count. */
        const heard = [0, 0, 0];
        const due = [0, 0, 0];
        for (const one of all) {
          if ('arrives' in one) arrive(one.arrives);
          else if ('clock' in one) clocks.fill(one.clock);
          else if ('ticks' in one) {
            for (let tick = 0; tick < one.ticks; tick += 1) {
              const before = states[one.tab]!;
              dispatch(one.tab, { type: 'tick', duration: 0 });
              if (before.status !== 'playing') continue;
              heard[one.tab] = before.played + 1;
              // A track lasts 100 seconds, of which five count as a play.
              if (heard[one.tab] === 20) due[one.tab]! += 1;
            }
          } else {
            const before = states[one.tab]!;
            dispatch(one.tab, one.event);
            const now = states[one.tab]!;
            if (sounds(before) && now.status === 'stopped' && one.event.type !== 'close' && one.event.type !== 'ended')
              expect(now.error).not.toBeNull();
          }
          const before = states.map(sounds);
          settle();
          expect(states.filter(sounds).length).toBeLessThanOrEqual(1);
          // A tab that was silenced by another shows why, and a tab sounds if one did before.
          states.forEach((state, tab) => before[tab] && !sounds(state) && expect(state.elsewhere).toBe(true));
          expect(states.some(sounds)).toBe(before.some(Boolean));
        }
        expect(counted).toEqual(due);
      }),
      { numRuns: 500 },
    );
  });
});
