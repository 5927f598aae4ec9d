import { describe, expect, it } from 'vitest';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { BROKEN, GOOD_AFTER, isTicking, nextPlayer } from './next-player.ts';
import { type AdRules, type PlayerEffect, type PlayerEvent, type PlayerState, currentTrack } from './player-state.ts';
import { hasNext } from './queue/queue-transitions.ts';
import { isPlaceholder } from './queue/placeholder-track.ts';
import { INITIAL_STATE } from './initial-state.ts';
import { TICK } from './tick.ts';
import { MAX_REFRESHES, NO_CONNECTION, RECONNECTING, RETRY_DELAYS_SECONDS, SLOW } from './waiting-transitions.ts';

/** The state machine only reads the id, the length and the sources of a media item. */
const track = (id: string, length: number | null) => ({ id, length, sources: [] as unknown }) as Media;
const TRACKS = [track('a', 100), track('b', 20), track('c', null)];

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
const PLAY: PlayerEvent = { type: 'play', queue: TRACKS, index: 0 };
const ticks = (seconds: number): PlayerEvent[] =>
  Array.from({ length: seconds * 4 }, () => ({ type: 'tick', duration: 0 }));
/** An event with an advertisement that is ready. */
function adReady(times: { length: number; skipAfter: number | null }, rules?: Partial<AdRules>): PlayerEvent {
  const ad = { id: 'ad', title: 'Fresh Knives', infoUrl: null, infoUrlText: null, ...times };
  return { type: 'adReady', ad, rules: { playInterval: 10, playDuring: 0, playDuringMinTime: 0, ...rules } };
}
const counts = (effects: PlayerEffect[]) => effects.filter((one) => one.do === 'count').length;

const AD = adReady({ length: 10, skipAfter: 5 });

it('ends the queue after a track marked as the last one, and plays it again at a press', () => {
  const over = after(PLAY, ...ticks(10), { type: 'ended', last: true });
  expect(over.state).toMatchObject({ status: 'stopped', index: 0 });
  expect(over.effects.at(-1)).toEqual({ do: 'unload' });
  expect(after(PLAY, { type: 'ended', last: true }, { type: 'resume' }).state).toMatchObject({
    status: 'playing',
    index: 0,
  });
  expect(after(PLAY, { type: 'ended', last: false }).state.index).toBe(1);
});

describe('advertisements', () => {
  it('begin before the first track, which is held silent until the advertisement is over', () => {
    const { state, effects } = after(AD, PLAY);
    expect(state).toMatchObject({ status: 'ad', index: 0, ad: { left: 40, skipIn: 20 } });
    expect(effects.map((one) => one.do)).toEqual(['load', 'adStarted']);
    expect(effects[0]).toEqual({ do: 'load', play: false, at: 'left' });
    const over = after(AD, PLAY, ...ticks(10));
    expect(over.state).toMatchObject({ status: 'playing', ad: null, index: 0 });
    expect(over.effects.slice(-2)).toMatchObject([{ do: 'adOver', how: 'ended', after: 10 }, { do: 'resume' }]);
  });

  it('begin at once if one is ready just after Play is pressed; one that is ready later waits for the next track', () => {
    expect(after(PLAY, AD).state.status).toBe('ad');
    expect(after(PLAY, ...ticks(1), AD).state.status).toBe('playing');
    expect(after(PLAY, ...ticks(1), AD, { type: 'next' }).state.status).toBe('ad');
  });

  it('play before a track once the interval of playing time has passed, in which pauses don’t count', () => {
    const begun = [AD, PLAY, ...ticks(10), AD] as const;
    expect(after(...begun, ...ticks(9.75), { type: 'next' }).state.status).toBe('playing');
    expect(after(...begun, ...ticks(9), { type: 'pause' }, ...ticks(60), { type: 'next' }).state.status).toBe(
      'playing',
    );
    expect(after(...begun, ...ticks(10)).state.status).toBe('playing');
    expect(after(...begun, ...ticks(10), { type: 'ended' }).state).toMatchObject({ status: 'ad', index: 1 });
  });

  it('interrupt a track only if the rules allow it', () => {
    const during = (rules: Partial<AdRules>) =>
      after(AD, PLAY, ...ticks(10), adReady({ length: 5, skipAfter: null }, rules), ...ticks(12)).state.status;
    expect(during({})).toBe('playing');
    expect(during({ playDuring: 12 })).toBe('ad');
    expect(during({ playDuring: 12.25 })).toBe('playing');
    expect(during({ playDuring: 12, playDuringMinTime: 100 })).toBe('ad');
    expect(during({ playDuring: 12, playDuringMinTime: 101 })).toBe('playing');
  });

  it('can be skipped only after their countdown, and report after how many seconds that happened', () => {
    expect(after(AD, PLAY, ...ticks(4.75), { type: 'skipAd' }).state.status).toBe('ad');
    const skipped = after(AD, PLAY, ...ticks(6), { type: 'skipAd' });
    expect(skipped.state.status).toBe('playing');
    expect(skipped.effects.slice(-2)).toMatchObject([{ do: 'adOver', how: 'skipped', after: 6 }, { do: 'resume' }]);
    expect(after(adReady({ length: 10, skipAfter: null }), PLAY, ...ticks(9), { type: 'skipAd' }).state.status).toBe(
      'ad',
    );
  });

  it('let the music continue when an advertisement cannot be shown, or when its clip ends early', () => {
    expect(after(AD, PLAY, { type: 'adFailed' }).effects.at(-2)).toMatchObject({ do: 'adOver', how: 'failed' });
    expect(after(AD, PLAY, { type: 'adFailed' }).state.status).toBe('playing');
    expect(after(AD, PLAY, ...ticks(2), { type: 'adEnded' }).effects.at(-2)).toMatchObject({ how: 'ended', after: 2 });
  });

  it('don’t end by Next or Pause; another chosen track waits until they are over; closing the player ends them', () => {
    const keys = (['next', 'toggle', 'pause', 'resume', 'ended'] as const).map((type): PlayerEvent => ({ type }));
    const held = after(AD, PLAY, ...keys, { type: 'previous', position: 0 });
    expect(hasNext(held.state)).toBe(false);
    expect(held.state).toMatchObject({ status: 'ad', index: 0, ad: { left: 40 } });
    const other = after(AD, PLAY, ...ticks(2), { type: 'play', queue: TRACKS, index: 1 });
    expect(other.state).toMatchObject({ status: 'ad', index: 1, ad: { left: 32 } });
    expect(other.effects.at(-1)).toEqual({ do: 'load', play: false, at: 'left' });
    expect(after(AD, PLAY, ...ticks(2), { type: 'close' }).effects.slice(-2)).toMatchObject([
      { do: 'adOver', how: 'left', after: 2 },
      { do: 'unload' },
    ]);
  });

  it('e16 count down while the track is held silent', () => {
    let { state } = after(adReady({ length: 2, skipAfter: 1 }), PLAY);
    const seen: (number | null | undefined)[] = [];
    // Like the engine: a tick whenever time passes for the player.
    for (let tick = 0; tick < 8 && isTicking(state, false, true); tick += 1) {
      state = nextPlayer(state, { type: 'tick', duration: 100 }).state;
      seen.push(state.ad?.skipIn);
    }
    expect(seen).toEqual([3, 2, 1, 0, 0, 0, 0, undefined]);
    expect(state).toMatchObject({ status: 'playing', ad: null, sinceAd: 0, played: 0 });
    const playing = { status: 'playing' } as const;
    expect([isTicking(playing, true, false), isTicking(playing, false, true)]).toEqual([true, false]);
    // An advertisement that is still loading or buffering is not seen.
    expect(isTicking({ status: 'ad' }, true, false)).toBe(false);
  });
});

describe('the player', () => {
  it('plays, pauses, and shows its display', () => {
    expect(after(PLAY).state.status).toBe('playing');
    expect(after(PLAY, { type: 'toggle' }).state.status).toBe('paused');
    expect(after(PLAY, { type: 'toggle' }, { type: 'toggle' }).state.status).toBe('playing');
    expect(after(PLAY, { type: 'display', open: true }).state).toMatchObject({ display: true, status: 'playing' });
  });

  it('PL-17 counts a play once, from 5 percent of the duration on', () => {
    expect(counts(after(PLAY, ...ticks(4)).effects)).toBe(0);
    expect(counts(after(PLAY, ...ticks(4.75)).effects)).toBe(0);
    expect(counts(after(PLAY, ...ticks(5)).effects)).toBe(1);
    expect(counts(after(PLAY, ...ticks(60)).effects)).toBe(1);
    expect(counts(after(PLAY, ...ticks(6), PLAY, ...ticks(6)).effects)).toBe(2);
  });

  it('PL-18 counts playing time in ticks of a quarter of a second, across tracks, without pauses', () => {
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

  it('PL-16 requests new addresses three times, then stops with an error when no track follows', () => {
    const last: PlayerEvent = { type: 'play', queue: TRACKS, index: 2 };
    const retry: PlayerEvent[] = [{ type: 'failed' }, { type: 'refreshed', id: 'c', media: TRACKS[2]! }];
    const { state, effects } = after(last, ...retry, ...retry, ...retry, { type: 'failed' }, ...retry, ...retry);
    expect(effects.filter((one) => one.do === 'refresh')).toHaveLength(3);
    expect(state.status).toBe('stopped');
    expect(state.error).toBe(BROKEN);
    // A broken track starts over.
    expect(nextPlayer(state, { type: 'toggle' }).effects).toEqual([{ do: 'load', play: true, at: 'left' }]);
  });

  it('PL-16 renews later addresses as well after playing from a new address for a while', () => {
    const last: PlayerEvent = { type: 'play', queue: TRACKS, index: 2 };
    const retry: PlayerEvent[] = [{ type: 'failed' }, { type: 'refreshed', id: 'c', media: TRACKS[2]! }];
    const good = [...retry, ...ticks(GOOD_AFTER)];
    const long = after(last, ...good, ...good, ...good, ...good, ...retry);
    expect(long.effects.filter((one) => one.do === 'refresh')).toHaveLength(5);
    expect(long.state).toMatchObject({ status: 'playing', error: null });
    // Playing the rest of what was buffered does not prove that an address works.
    const short = [...retry, ...ticks(GOOD_AFTER - 0.25)];
    const bad = after(last, ...ticks(60), ...short, ...short, ...short, { type: 'failed' });
    expect(bad.effects.filter((one) => one.do === 'refresh')).toHaveLength(3);
    expect(bad.state).toMatchObject({ status: 'stopped', error: BROKEN });
  });

  it('begins at the given position, even 0; without one at the saved position', () => {
    const playAt = (at: number): PlayerEvent => ({ type: 'play', queue: TRACKS, index: 0, at });
    expect(after(playAt(0)).effects).toEqual([{ do: 'load', play: true, at: 0 }]);
    expect(after(playAt(7)).effects).toEqual([{ do: 'load', play: true, at: 7 }]);
    for (const event of [{ type: 'next' }, { type: 'jump', id: 'b' }] as const)
      expect(after(PLAY, event).effects).toEqual([
        { do: 'load', play: true, at: 'left' },
        { do: 'load', play: true, at: 'left' },
      ]);
  });

  it('continues at its position with the finished files of the current track, once', () => {
    const source = (name: string) => ({ sources: [{ url: `/files/x/media/a/${name}.m3u8` }] }) as Media;
    const early = { ...track('a', null), ...source('early') };
    const finished: PlayerEvent = { type: 'finished', media: { ...TRACKS[0]!, ...source('master') } };
    const queue = [early, TRACKS[1]!];
    const play: PlayerEvent[] = [{ type: 'play', queue, index: 0 }, ...ticks(1)];
    const events: PlayerEvent[][] = [play, [...play, { type: 'pause' }], [{ type: 'play', queue, index: 1 }]];
    const loads = [[{ do: 'load', play: true, at: 'here' }], [{ do: 'load', play: false, at: 'here' }], []];
    events.forEach((before, at) => {
      const { state } = after(...before);
      const { state: next, effects } = nextPlayer(state, finished);
      expect(effects).toEqual(loads[at]);
      // It is the same play, so nothing is counted again.
      expect(next).toEqual({ ...state, queue: [finished.media, TRACKS[1]] });
      expect(nextPlayer(next, finished)).toEqual({ state: next, effects: [] });
    });
    const over = after(...play, { type: 'ended', last: true });
    expect(nextPlayer(over.state, finished).effects).toEqual([]);
  });

  it('PL-16 reports a broken track and plays the next one; stops when no track of the queue can be played', () => {
    const gone = (id: string): PlayerEvent[] => [{ type: 'failed' }, { type: 'refreshed', id, media: null }];
    const once = after(PLAY, ...gone('a'));
    expect(once.state).toMatchObject({ status: 'playing', index: 1, error: null });
    expect(once.effects.at(-1)).toMatchObject({ do: 'say' });
    const round: PlayerEvent[] = [PLAY, { type: 'repeat', repeat: 'all' }, ...gone('a'), ...gone('b')];
    expect(after(...round).state).toMatchObject({ status: 'playing', index: 2 });
    expect(after(...round, ...gone('c')).state).toMatchObject({ status: 'stopped', error: BROKEN });
    // A track that plays in between resets the count.
    expect(after(...round, ...ticks(1), ...gone('c')).state).toMatchObject({ status: 'playing', index: 0 });
  });

  it('PL-16 continues automatically as before when the network is back', () => {
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    const outage: PlayerEvent[] = [{ type: 'failed' }, lost, lost, lost];
    const back = after(PLAY, ...ticks(8), ...outage, { type: 'online' });
    expect(back.state).toMatchObject({ status: 'playing', error: null, counted: true });
    expect(back.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'here' });
    const waiting = after(PLAY, { type: 'pause' }, ...outage, { type: 'online' });
    expect(waiting.state).toMatchObject({ status: 'paused', error: null });
    expect(after(PLAY, { type: 'pause' }, { type: 'online' }).state.status).toBe('paused');
  });

  it('PL-16 e5 repeats a request that fails, three times in all, before it reports a lost connection', () => {
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    const once = after(PLAY, { type: 'failed' }, lost);
    expect(once.state).toMatchObject({ status: 'playing', error: null });
    expect(once.effects.at(-1)).toEqual({ do: 'refresh', id: 'a', after: 1 });
    const back = after(PLAY, { type: 'failed' }, lost, { type: 'refreshed', id: 'a', media: TRACKS[0]! });
    expect(back.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'here' });

    const { state, effects } = after(PLAY, ...ticks(8), { type: 'failed' }, lost, lost, lost);
    const asked = effects.flatMap((effect) => (effect.do === 'refresh' ? effect.after : []));
    expect(asked.slice(0, MAX_REFRESHES)).toEqual([0, 1, 4]);
    expect(state).toMatchObject({ status: 'stopped', error: RECONNECTING });
    expect(effects.slice(-2)).toEqual([{ do: 'pause' }, { do: 'refresh', id: 'a', after: RETRY_DELAYS_SECONDS[0] }]);
  });

  it('PL-16 reports a stall, checks for a lost network, and continues unharmed when bytes arrive', () => {
    const stalled: PlayerEvent[] = [PLAY, ...ticks(8), { type: 'stalled' }];
    const { state, effects } = after(...stalled);
    expect(state).toMatchObject({ status: 'playing', error: SLOW, refreshes: 0 });
    expect(effects.at(-1)).toEqual({ do: 'refresh', id: 'a', after: 0, unlessHeard: true });
    // It was only buffering.
    expect(after(...stalled, ...ticks(0.25)).state).toMatchObject({ status: 'playing', stalled: false, error: null });
    expect(after(...stalled, { type: 'pause' }).state).toMatchObject({ status: 'paused', error: null });
    expect(after(...stalled, { type: 'next' }).state).toMatchObject({ index: 1, stalled: false, error: null });
    expect(after(PLAY, { type: 'pause' }, { type: 'stalled' }).state).toMatchObject({ status: 'paused', error: null });
    // The server responds: a new connection is tried, and the message stays until the track sounds.
    const back: PlayerEvent = { type: 'refreshed', id: 'a', media: TRACKS[0]! };
    const tried = after(...stalled, back);
    expect(tried.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'here' });
    expect(tried.state).toMatchObject({ status: 'playing', error: SLOW });
    // The server doesn't respond: the network is lost, and then back.
    const lost = after(...stalled, { type: 'unreachable', id: 'a' });
    expect(lost.state).toMatchObject({ status: 'stopped', stalled: false, lostWhile: 'playing', error: RECONNECTING });
    expect(lost.effects.slice(-2)).toEqual([
      { do: 'pause' },
      { do: 'refresh', id: 'a', after: RETRY_DELAYS_SECONDS[0] },
    ]);
    const gone = after(...stalled, { type: 'unreachable', id: 'a' }, back);
    expect(gone.state).toMatchObject({ status: 'playing', error: null, counted: true });
    expect(gone.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'here' });
  });

  it('PL-16 checks for a lost network at growing intervals, and waits for a press after some minutes', () => {
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    const outage: PlayerEvent[] = [PLAY, ...ticks(8), { type: 'failed' }, lost, lost, lost];
    const back: PlayerEvent = { type: 'refreshed', id: 'a', media: TRACKS[0]! };
    const later = after(...outage, lost, lost, back);
    expect(later.state).toMatchObject({ status: 'playing', error: null, counted: true });
    expect(later.effects.at(-1)).toEqual({ do: 'load', play: true, at: 'here' });

    const always = RETRY_DELAYS_SECONDS.map(() => lost);
    const { state, effects } = after(...outage, ...always, lost);
    const asked = effects.flatMap((effect) => (effect.do === 'refresh' ? effect.after : []));
    expect(asked.slice(MAX_REFRESHES)).toEqual(RETRY_DELAYS_SECONDS);
    expect(state).toMatchObject({ status: 'stopped', error: NO_CONNECTION });
    for (const press of [{ type: 'toggle' }, { type: 'online' }] as const) {
      const again = nextPlayer(state, press);
      expect(again.state).toMatchObject({ status: 'playing', error: null, networkChecks: 0 });
      expect(again.effects).toEqual([{ do: 'load', play: true, at: 'here' }]);
    }
    // A network that is repeatedly lost does not get more checks in total.
    const round: PlayerEvent[] = [back, { type: 'failed' }, lost, lost, lost];
    expect(after(...outage, ...round).state.networkChecks).toBe(2);
    expect(after(...outage, back, ...ticks(GOOD_AFTER), ...round.slice(1)).state.networkChecks).toBe(1);
  });

  it('PL-16 stays silent when the network is back after a pause by the listener or the sleep timer', () => {
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    const outage: PlayerEvent[] = [PLAY, ...ticks(8), { type: 'failed' }, lost, lost, lost];
    const back: PlayerEvent = { type: 'refreshed', id: 'a', media: TRACKS[0]! };
    const { state, effects } = after(...outage, { type: 'pause' }, back);
    expect(state).toMatchObject({ status: 'paused', error: null });
    expect(effects.at(-1)).toEqual({ do: 'load', play: false, at: 'here' });
    // A track that is gone when the server is back is skipped as usual.
    const gone: PlayerEvent = { type: 'refreshed', id: 'a', media: null };
    expect(after(...outage, gone).state).toMatchObject({ status: 'playing', index: 1, lostWhile: null, error: null });
  });

  it('PL-16 e5 continues at its position after a lost network, without counting a second play', () => {
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    const { state } = after(PLAY, ...ticks(8), { type: 'failed' }, lost, lost, lost);
    const again = nextPlayer(state, { type: 'toggle' });
    expect(again.effects).toEqual([{ do: 'load', play: true, at: 'here' }]);
    expect(again.state).toMatchObject({ status: 'playing', error: null, refreshes: 0, counted: true });
  });

  it('PL-16 continues in its queue when Play is pressed for the same track during a lost network', () => {
    const lost: PlayerEvent = { type: 'unreachable', id: 'a' };
    const { state } = after(PLAY, ...ticks(8), { type: 'failed' }, lost, lost, lost);
    const again = nextPlayer(state, { type: 'play', queue: [TRACKS[0]!], index: 0 });
    expect(again.effects).toEqual([{ do: 'load', play: true, at: 'here' }]);
    expect(again.state).toMatchObject({ status: 'playing', queue: state.queue, counted: true, lostWhile: null });
    // With a position, or for another track, Play starts a new play.
    for (const event of [
      { type: 'play', queue: TRACKS, index: 0, at: 30 },
      { type: 'play', queue: TRACKS, index: 1 },
    ] as const)
      expect(nextPlayer(state, event).state).toMatchObject({ counted: false, lostWhile: null });
  });

  it('continues at its position with new addresses, and stops if its only track was deleted or hidden', () => {
    const fresh = after(PLAY, { type: 'failed' }, { type: 'refreshed', id: 'a', media: track('a', 100) });
    expect(fresh.effects.at(-1)).toEqual({ do: 'load', at: 'here', play: true });
    const alone: PlayerEvent = { type: 'play', queue: [track('a', 100)], index: 0 };
    expect(after(alone, { type: 'failed' }, { type: 'refreshed', id: 'a', media: null }).state.error).toBe(BROKEN);
  });

  it('ignores late responses for a track that was left', () => {
    const late: PlayerEvent[] = [
      { type: 'refreshed', id: 'a', media: TRACKS[0]! },
      { type: 'refreshed', id: 'a', media: null },
      { type: 'unreachable', id: 'a' },
    ];
    for (const answer of late) {
      const { state, effects } = after(PLAY, { type: 'failed' }, { type: 'next' }, answer);
      expect(currentTrack(state)?.id).toBe('b');
      expect(state).toMatchObject({ status: 'playing', error: null });
      expect(effects.slice(-1)).toEqual([{ do: 'load', play: true, at: 'left' }]);
    }
  });

  it('removes a track that the listener may not see, and plays the next one if the removed track was playing', () => {
    const withdrawn = (id: string): PlayerEvent => ({ type: 'withdrawn', id });
    const from = (...events: PlayerEvent[]) => {
      const { state, effects } = after(...events);
      return [state.queue.map(({ id }) => id).join(''), currentTrack(state)?.id, state.status, effects.at(-1)?.do];
    };
    expect(from(PLAY, withdrawn('a'))).toEqual(['bc', 'b', 'playing', 'load']);
    expect(from(PLAY, { type: 'pause' }, withdrawn('a'))).toEqual(['bc', 'b', 'paused', 'load']);
    expect(from({ ...PLAY, index: 2 }, withdrawn('c'))).toEqual(['', undefined, 'stopped', 'unload']);
    expect(from({ type: 'repeat', repeat: 'all' }, { ...PLAY, index: 2 }, withdrawn('c'))).toEqual([
      'ab',
      'a',
      'playing',
      'load',
    ]);
    // Other tracks are removed without any effect on the current one.
    expect(from({ ...PLAY, index: 1 }, withdrawn('a'))).toEqual(['bc', 'b', 'playing', 'load']);
    expect(from(PLAY, withdrawn('nobody'))).toEqual(['abc', 'a', 'playing', 'load']);
  });

  it('forgets the data of all tracks except the current one', () => {
    const { state, effects } = after({ ...PLAY, index: 1 }, { type: 'forget' });
    expect(state.queue.map(isPlaceholder)).toEqual([true, false, true]);
    expect(state).toMatchObject({ index: 1, status: 'playing', begun: 1 });
    expect(effects).toHaveLength(1);
  });

  it('previous goes to the start of the track, or to the track before if it has only begun', () => {
    const second: PlayerEvent = { type: 'play', queue: TRACKS, index: 1 };
    expect(after(second, { type: 'previous', position: 2 }).state.index).toBe(0);
    const late = after(second, { type: 'previous', position: 9 });
    expect(late.state.index).toBe(1);
    expect(late.effects.at(-1)).toEqual({ do: 'rewind' });
  });

  it('stops after the last track, keeps it, and plays it again', () => {
    const last: PlayerEvent = { type: 'play', queue: TRACKS, index: 2 };
    expect(after(last, { type: 'ended' }).state).toMatchObject({ status: 'stopped', index: 2, error: null });
    expect(after(last, { type: 'ended' }, { type: 'toggle' }).state.status).toBe('playing');
  });

  it('is restored paused at its position', () => {
    const { state, effects } = after({ type: 'restore', queue: TRACKS, index: 1, at: 7 });
    expect(state).toMatchObject({ status: 'paused', index: 1 });
    expect(effects).toEqual([{ do: 'load', play: false, at: 7 }]);
  });
});
