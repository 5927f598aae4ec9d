import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLevel } from './amplifier.ts';
import { setVolume, toggleMute } from './settings/volume.ts';

const ORIGIN = 'http://localhost';

/** The part of AudioContext that the amplifier needs. */
class FakeContext {
  destination = {};
  resume = () => Promise.resolve();
  createGain = () => ({ gain: { value: 1 }, connect: () => {} });
  createMediaElementSource = () => ({ connect: (node: unknown) => node });
}

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: { setItem: () => {}, removeItem: () => {} } });
  vi.stubGlobal('location', { href: `${ORIGIN}/`, origin: ORIGIN });
  vi.stubGlobal('AudioContext', FakeContext);
});
afterEach(() => {
  setVolume(100);
  vi.unstubAllGlobals();
});

function player() {
  const element = Object.assign(new EventTarget(), { volume: 1, muted: false, paused: true });
  const level = createLevel(element as unknown as HTMLMediaElement);
  return { element, level, loudness: () => element.volume * (level.amplifier()?.gain.value ?? 1) };
}

describe('the level of the player’s element', () => {
  it('is the listener’s share of the levelled loudness, and is restored after muting', () => {
    const { element, level, loudness } = player();
    level.set(0.5, `${ORIGIN}/loud`);
    setVolume(50);
    expect(loudness()).toBe(0.125);
    toggleMute();
    expect([element.muted, loudness()]).toEqual([true, 0]);
    level.set(2, `${ORIGIN}/quiet`);
    expect(loudness()).toBe(0);
    toggleMute();
    expect([element.muted, loudness()]).toEqual([false, 0.5]);
    setVolume(100);
    expect(loudness()).toBe(2);
  });

  it('is never louder than levelled, and silent when muted, under any sequence of changes', () => {
    const step = fc.oneof(
      fc.record({ gain: fc.double({ min: 0.05, max: 4, noNaN: true }), isOurs: fc.boolean() }),
      fc.record({ fade: fc.integer({ min: 0, max: 100 }).map((part) => part / 100) }),
      fc.record({ percent: fc.integer({ min: -20, max: 120 }) }),
      fc.record({ mutes: fc.constant(true) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        setVolume(100);
        const { element, level, loudness } = player();
        let [part, isMuted, percent] = [1, false, 100];
        for (const one of steps) {
          if ('gain' in one) level.set(one.gain, `${one.isOurs ? ORIGIN : 'https://files.example'}/x`);
          if ('fade' in one) level.fade((part = one.fade));
          if ('percent' in one) {
            setVolume(one.percent);
            [isMuted, percent] = [false, Math.min(100, Math.max(0, one.percent))];
          }
          if ('mutes' in one) {
            toggleMute();
            [isMuted, percent] = percent === 0 ? [false, 50] : [!isMuted, percent];
          }
          expect(element.volume).toBeLessThanOrEqual(1);
          expect(loudness()).toBeLessThanOrEqual(level.gain() * part + 1e-9);
          if (isMuted || percent === 0) expect(loudness()).toBe(0);
          else expect(loudness() > 0).toBe(part > 0);
        }
      }),
    );
  });

  it('builds its amplifier before a quiet track loads, but only after a press and while nothing plays', () => {
    const built = vi.fn();
    const resumed = vi.fn<() => Promise<void>>().mockResolvedValue();
    vi.stubGlobal(
      'AudioContext',
      class extends FakeContext {
        override resume = resumed;
        override createGain = () => (built(), { gain: { value: 1 }, connect: () => {} });
      },
    );
    const { element, level, loudness } = player();
    const expected = (hasBeenActive: boolean, paused: boolean, gain = 2, origin = ORIGIN) => {
      vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });
      element.paused = paused;
      level.expect(gain, `${origin}/track`);
      return level.amplifier();
    };
    expect([expected(false, true), expected(true, false)]).toEqual([null, null]);
    // A file from another origin would be silent behind the amplifier.
    expect([expected(true, true, 0.5), expected(true, true, 2, 'https://files.example')]).toEqual([null, null]);
    expect(expected(true, true)).not.toBeNull();
    // The amplifier changes nothing yet.
    expect([loudness(), level.gain()]).toEqual([1, 1]);
    expect(resumed).not.toHaveBeenCalled();
    level.set(2, `${ORIGIN}/quiet`);
    expect(loudness()).toBe(2);
    expect(resumed).toHaveBeenCalledTimes(1);
    // The browser may have suspended the context since.
    level.set(2, `${ORIGIN}/other`);
    expect(resumed).toHaveBeenCalledTimes(2);
    element.dispatchEvent(new Event('play'));
    expect(resumed).toHaveBeenCalledTimes(3);
    expect(built).toHaveBeenCalledTimes(1);
  });
});
