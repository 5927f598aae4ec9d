import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLevel } from '../amplifier.ts';
import { nextPlayer } from '../next-player.ts';
import { type PlayerEffect, type PlayerEvent, type PlayerState, currentTrack } from '../player-state.ts';
import { nextIndex } from '../queue/queue-transitions.ts';
import { setVolume, toggleMute, volumePart } from '../settings/volume.ts';
import { INITIAL_STATE } from '../initial-state.ts';
import { STEP, createCrossfade } from './crossfade.ts';
import { createTail } from './tail.ts';

/** Length of the songs in seconds. */
const LENGTH = 30;
const song = (id: string, more: Partial<MediaSummary> = {}) =>
  ({ id, length: LENGTH, mediaType: 'song', sources: [], ...more }) as unknown as MediaSummary;
const SONGS = [song('a'), song('b'), song('c')];
const PLAY: PlayerEvent = { type: 'play', queue: SONGS, index: 0 };

/** A media element whose time advances while it plays. Loading and seeking take a moment. */
class FakeElement extends EventTarget {
  crossOrigin = '';
  preload = '';
  volume = 1;
  muted = false;
  paused = true;
  seeking = false;
  ended = false;
  error: object | null = null;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  readyState = 0;
  length = LENGTH;
  /** The network delivers no more data. */
  isStuck = false;
  #src: string | null = null;
  #at = 0;
  #waits = 0;

  get src() {
    return this.#src ?? '';
  }
  set src(src: string) {
    this.#empty();
    this.#src = src;
    this.#waits = 90;
  }
  get currentTime() {
    return this.#at;
  }
  set currentTime(at: number) {
    this.#at = Math.max(0, Math.min(at, this.length));
    this.ended = false;
    this.seeking = true;
    this.#waits = Math.max(this.#waits, 30);
    this.dispatchEvent(new Event('seeking'));
  }
  removeAttribute() {
    this.#src = null;
  }
  load() {
    this.#empty();
  }
  play() {
    this.paused = false;
    return Promise.resolve();
  }
  pause() {
    this.paused = true;
  }
  break() {
    this.error = {};
  }
  #empty() {
    this.paused = true;
    this.seeking = false;
    this.ended = false;
    this.error = null;
    this.readyState = 0;
    this.#at = 0;
  }
  /** Simulates what the browser does in this time. */
  pass(milliseconds: number) {
    if (this.#src === null || this.error !== null) return;
    if (this.#waits > 0) {
      if (!this.isStuck) this.#waits -= milliseconds;
      if (this.#waits > 0) return;
      this.readyState = 4;
      this.seeking = false;
    }
    if (this.paused || this.ended) return;
    this.#at = Math.min(this.length, this.#at + (milliseconds / 1000) * this.playbackRate);
    if (this.#at < this.length) return;
    this.paused = true;
    this.ended = true;
  }
  /** The volume at which the element can be heard now; 0 when it is silent. */
  get loudness() {
    return this.#src !== null && !this.paused && this.readyState >= 3 && this.error === null ? this.volume : 0;
  }
}

const asElement = <T>(fake: FakeElement): T => fake as unknown as T;

/** A player wired like the engine: the real state machine, with fake elements. */
function player() {
  const main = new FakeElement();
  const other = new FakeElement();
  let state: PlayerState = INITIAL_STATE;
  let seconds = 4;
  const options = { joins: false, comesBetween: false, knows: true };
  const heard: string[] = [];
  const ended: string[] = [];
  const level = createLevel(asElement(main));
  const crossfade = createCrossfade({
    element: asElement<HTMLMediaElement>(main),
    level,
    tail: createTail(level, asElement<HTMLAudioElement>(other)),
    state: () => state,
    clock: () => ({ position: main.currentTime, duration: main.length }),
    seconds: () => seconds,
    urlOf: ({ id }) => id,
    follows: (track) => {
      const next = state.queue[nextIndex(state) ?? -1];
      const isFollowing = !options.comesBetween && state.repeat !== 'one' && currentTrack(state)?.id === track.id;
      return isFollowing && next !== undefined && next.id !== track.id ? next : null;
    },
    join: () => (options.knows ? Promise.resolve(options.joins) : new Promise(() => {})),
    goOn: () => {
      const id = currentTrack(state)?.id ?? '';
      dispatch({ type: 'ended' });
      return {
        note: (position) => heard.push(`${id} ${Math.floor(position)}`),
        end: () => void ended.push(id),
      };
    },
  });
  main.addEventListener('seeking', crossfade.stop);

  const load = (at: number, play: boolean) => {
    main.removeAttribute();
    main.load();
    const track = currentTrack(state);
    if (track === null) return;
    level.set(1, 'http://localhost/');
    main.src = track.id;
    main.length = track.length ?? LENGTH;
    if (at > 0) main.currentTime = at;
    if (play) void main.play();
  };
  const perform = (effect: PlayerEffect) => {
    crossfade.beforeEffect(effect);
    if (effect.do === 'load')
      load(effect.at === 'here' ? main.currentTime : effect.at === 'left' ? 0 : effect.at, effect.play);
    if (effect.do === 'pause') main.pause();
    if (effect.do === 'resume') void main.play();
    if (effect.do === 'rewind') main.currentTime = 0;
    if (effect.do === 'unload') {
      main.removeAttribute();
      main.load();
    }
  };
  function dispatch(event: PlayerEvent): void {
    const step = nextPlayer(state, event);
    const isChanged = step.state !== state;
    state = step.state;
    for (const effect of step.effects) perform(effect);
    if (isChanged) crossfade.look();
  }
  /** Lets time pass in steps in which every part runs; calls `each` after each step. */
  async function pass(milliseconds: number, each = () => {}): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += STEP) {
      main.pass(STEP);
      other.length = main.length;
      other.pass(STEP);
      await vi.advanceTimersByTimeAsync(STEP);
      if (passed % 240 === 0) crossfade.look();
      if (main.ended && state.status === 'playing') dispatch({ type: 'ended' });
      each();
    }
  }
  return {
    main,
    other,
    options,
    heard,
    ended,
    dispatch,
    pass,
    crossfade,
    state: () => state,
    seek: (at: number) => (main.currentTime = at),
    choose: (preference: number) => {
      seconds = preference;
      crossfade.look();
    },
    /** The combined power of both elements. */
    power: () => main.loudness ** 2 + other.loudness ** 2,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { localStorage: { setItem: () => {}, removeItem: () => {} } });
  vi.stubGlobal('location', { href: 'http://localhost/', origin: 'http://localhost' });
});
afterEach(() => {
  setVolume(100);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('crossfade', () => {
  it('plays the end of a song while the next one begins, at a constant combined power', async () => {
    const { main, other, dispatch, pass, state, heard, ended, power } = player();
    dispatch(PLAY);
    await pass(25_800);
    expect(state().index).toBe(0);
    expect(other.loudness).toBe(0);
    const powers: number[] = [];
    let both = 0;
    await pass(6_000, () => {
      powers.push(power());
      if (main.loudness > 0.2 && other.loudness > 0.2) {
        both += STEP;
        expect([main.src, other.src]).toEqual(['b', 'a']);
      }
    });
    expect(state()).toMatchObject({ index: 1, status: 'playing' });
    expect(both).toBeGreaterThan(2500);
    expect(Math.min(...powers)).toBeGreaterThan(0.95);
    expect(Math.max(...powers)).toBeLessThan(1.05);
    expect([main.volume, other.paused, other.src]).toEqual([1, true, '']);
    // The tail is reported up to its end.
    expect(heard).toContain('a 29');
    expect(ended).toEqual(['a']);
    // The next song fades as well, and plays from its beginning.
    await pass(25_000);
    expect(state().index).toBe(2);
  });

  it('keeps the combined power constant when the listener changes the volume during a fade', async () => {
    const { main, other, dispatch, pass, power } = player();
    dispatch(PLAY);
    await pass(28_000);
    expect(Math.min(main.loudness, other.loudness)).toBeGreaterThan(0.2);
    setVolume(50);
    expect(power()).toBeCloseTo(0.25 ** 2, 2);
    await pass(500, () => expect(power()).toBeCloseTo(0.25 ** 2, 2));
    toggleMute();
    expect(power()).toBe(0);
    await pass(100, () => expect(power()).toBe(0));
    toggleMute();
    await pass(500, () => expect(power()).toBeCloseTo(0.25 ** 2, 2));
    expect(other.src).toBe('a');
    await pass(4_000);
    expect([main.loudness, other.src]).toEqual([0.25, '']);
  });

  it('aligns the tail, while it is still silent, with the main element that plays the same song', async () => {
    const { main, other, dispatch, pass } = player();
    dispatch(PLAY);
    await pass(25_700);
    expect(other.paused).toBe(false);
    expect(Math.abs(other.currentTime - main.currentTime)).toBeLessThan(0.01);
    expect(other.playbackRate).toBe(1);
  });

  it('fades for the same time at another speed, which covers more of the song', async () => {
    const { main, other, dispatch, pass, state } = player();
    main.playbackRate = 2;
    dispatch(PLAY);
    await pass(10_900);
    expect(state().index).toBe(0);
    await pass(400);
    expect(state().index).toBe(1);
    expect(other.playbackRate).toBe(2);
    await pass(3_500);
    expect(other.loudness).toBeGreaterThan(0);
  });

  it('does not fade when off, when no song follows directly, nor when two songs join or might join', async () => {
    for (const options of [{ comesBetween: true }, { joins: true }, { knows: false }, { off: true }]) {
      const { dispatch, pass, state, other, choose, ...one } = player();
      Object.assign(one.options, options);
      if ('off' in options) choose(0);
      dispatch(PLAY);
      await pass(29_900, () => expect(other.paused).toBe(true));
      expect(state().index).toBe(0);
      await pass(200);
      expect(state().index).toBe(1);
    }
  });

  it('does not fade when the listener seeks into the last seconds of a song', async () => {
    const { dispatch, pass, seek, state, other } = player();
    dispatch(PLAY);
    await pass(5_000);
    seek(27);
    await pass(2_500, () => expect(other.paused).toBe(true));
    expect(state().index).toBe(0);
  });

  it('plays the song to its end in the main element when the tail cannot be played', async () => {
    const { dispatch, pass, state, other, main } = player();
    dispatch(PLAY);
    await pass(24_000);
    other.break();
    await pass(5_900);
    expect(state().index).toBe(0);
    expect(main.volume).toBe(1);
    expect(other.src).toBe('');
  });

  it('plays the song to its end in the tail while the next one does not load', async () => {
    const { dispatch, pass, state, other, main } = player();
    dispatch(PLAY);
    await pass(25_000);
    main.isStuck = true;
    await pass(4_000);
    expect(state().index).toBe(1);
    expect(other.loudness).toBe(1);
    await pass(1_500);
    expect([other.src, main.volume]).toEqual(['', 1]);
  });

  it.each<[string, (one: ReturnType<typeof player>) => void]>([
    ['a pause', ({ dispatch }) => dispatch({ type: 'pause' })],
    ['another song', ({ dispatch }) => dispatch({ type: 'next' })],
    ['a restart of the same song', ({ dispatch }) => dispatch({ type: 'jump', id: 'b' })],
    ['the previous song', ({ dispatch }) => dispatch({ type: 'previous', position: 1 })],
    ['a seek', ({ seek }) => void seek(12)],
    ['closing the player', ({ dispatch }) => dispatch({ type: 'close' })],
    ['playback in another tab', ({ dispatch }) => dispatch({ type: 'elsewhere' })],
    ['an error of the next song', ({ dispatch }) => dispatch({ type: 'failed' })],
    ['turning crossfade off', ({ choose }) => choose(0)],
    ['leaving the page', ({ crossfade }) => crossfade.stop()],
    ['a pause of the tail by the system', ({ other }) => other.pause()],
  ])('%s ends the fade at once', async (_what, happen) => {
    const one = player();
    one.dispatch(PLAY);
    await one.pass(28_000);
    expect(one.main.loudness).toBeGreaterThan(0.2);
    expect(one.other.loudness).toBeGreaterThan(0.2);
    happen(one);
    // Changes that the browser makes on its own are noticed at the next step.
    await one.pass(20);
    expect(one.other).toMatchObject({ src: '', paused: true, volume: 0 });
    expect(one.main.volume).toBe(1);
    expect(one.ended).toEqual(['a']);
  });

  it('plays the tail only while the next song plays, never both at full volume, in any order of events', async () => {
    const happening = fc.oneof(
      { weight: 6, arbitrary: fc.record({ passes: fc.integer({ min: 1, max: 80 }) }) },
      fc.record({ seek: fc.constantFrom(0, 3, 20, 21, 22, 28) }),
      // Seeks to where a fade starts, unless something prevents it.
      { weight: 4, arbitrary: fc.record({ fade: fc.integer({ min: 38, max: 80 }) }) },
      fc.record({ choose: fc.constantFrom(0, 1, 4, 9) }),
      fc.record({ volume: fc.constantFrom(0, 40, 100) }),
      fc.record({ mutes: fc.constant(true) }),
      fc.record({ joins: fc.boolean() }),
      fc.record({ comesBetween: fc.boolean() }),
      fc.record({ rate: fc.constantFrom(0.5, 1, 2) }),
      fc.record({ breaks: fc.constantFrom('main' as const, 'other' as const) }),
      fc.record({ stops: fc.constant(true) }),
      fc.record({
        event: fc.oneof<fc.Arbitrary<PlayerEvent>[]>(
          fc.constant(PLAY),
          fc.constantFrom<PlayerEvent>(
            { type: 'toggle' },
            { type: 'pause' },
            { type: 'resume' },
            { type: 'next' },
            { type: 'ended' },
            { type: 'close' },
            { type: 'failed' },
            { type: 'elsewhere' },
            { type: 'online' },
            { type: 'previous', position: 1 },
            { type: 'repeat', repeat: 'all' },
            { type: 'repeat', repeat: 'one' },
            { type: 'repeat', repeat: 'off' },
            { type: 'clear' },
            { type: 'skipAd' },
            { type: 'refreshed', id: 'a', media: SONGS[0]! },
            { type: 'refreshed', id: 'b', media: null },
            { type: 'unreachable', id: 'b' },
            {
              type: 'adReady',
              ad: { id: 'ad', title: 'Fresh Knives', length: 1, skipAfter: 0, infoUrl: null, infoUrlText: null },
              rules: { playInterval: 2, playDuring: 1, playDuringMinTime: 0 },
            },
          ),
          fc.constantFrom('a', 'b', 'c').map((id): PlayerEvent => ({ type: 'jump', id })),
          fc.constantFrom('a', 'b', 'c').map((id): PlayerEvent => ({ type: 'remove', id })),
          fc.shuffledSubarray(['a', 'b', 'c']).map((ids): PlayerEvent => ({ type: 'sort', ids })),
        ),
      }),
    );
    let fades = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 30 }), async (all) => {
        setVolume(100);
        const one = player();
        const { main, other, state, options, power } = one;
        one.dispatch(PLAY);
        let from = '';
        const look = () => {
          if (other.src !== '' && other.volume > 0) {
            if (from === '') fades += 1;
            from = other.src;
            // The tail plays the previous song, not the player's current track.
            expect(state().status).toBe('playing');
            expect(currentTrack(state())?.id).not.toBe(from);
            expect(main.src).toBe(currentTrack(state())?.id);
            expect(power()).toBeLessThanOrEqual(1.05 * volumePart() ** 2);
          } else {
            from = '';
            expect(other.loudness).toBe(0);
          }
          // While no tail of a previous song plays, the player's element has its normal volume.
          if (other.src === '') expect(main.volume).toBe(volumePart());
          if (state().status !== 'playing') expect([other.src, other.paused]).toEqual(['', true]);
        };
        for (const happens of all) {
          if ('passes' in happens) await one.pass(happens.passes * 100, look);
          if ('fade' in happens && main.src !== '') {
            one.seek(22);
            await one.pass(happens.fade * 100, look);
          }
          if ('seek' in happens && main.src !== '') one.seek(happens.seek);
          if ('choose' in happens) one.choose(happens.choose);
          if ('volume' in happens) setVolume(happens.volume);
          if ('mutes' in happens) toggleMute();
          if ('joins' in happens) options.joins = happens.joins;
          if ('comesBetween' in happens) options.comesBetween = happens.comesBetween;
          if ('rate' in happens) main.playbackRate = happens.rate;
          if ('breaks' in happens) {
            one[happens.breaks].break();
            if (happens.breaks === 'main') one.dispatch({ type: 'failed' });
          }
          if ('stops' in happens) other.pause();
          if ('event' in happens) one.dispatch(happens.event);
          // Changes that the browser makes on its own are noticed at the next step.
          await one.pass(20);
          look();
        }
      }),
      { numRuns: 150 },
    );
    // Guards against a run without fades, which would prove nothing.
    expect(fades).toBeGreaterThan(20);
  });
});
