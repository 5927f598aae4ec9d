import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLevel } from './amplifier.ts';

const OURS = 'http://localhost/files/song.m4a';
let made: { gain: { value: number } }[];

/** An element that is as loud as it is told, or, as on phones of Apple, always as loud as the phone. */
const elementOf = (hasVolume: boolean): HTMLMediaElement => {
  let volume = 1;
  const element = {
    get volume() {
      return volume;
    },
    set volume(next: number) {
      if (hasVolume) volume = next;
    },
    addEventListener: () => {},
  };
  return element as unknown as HTMLMediaElement;
};

beforeEach(() => {
  made = [];
  vi.stubGlobal('location', { origin: 'http://localhost', href: 'http://localhost/' });
  vi.stubGlobal(
    'AudioContext',
    class {
      createGain() {
        const node = { gain: { value: 1 }, connect: () => node };
        made.push(node);
        return node;
      }
      createMediaElementSource = () => ({ connect: (node: unknown) => node });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** How loud it is after all, whichever way. */
const loudness = (element: HTMLMediaElement) => element.volume * (made[0]?.gain.value ?? 1);

it('a loud track is turned down and a quiet one up, also where an element’s volume cannot be set', () => {
  for (const hasVolume of [true, false]) {
    made = [];
    const element = elementOf(hasVolume);
    const level = createLevel(element, hasVolume);
    level.set(1, OURS);
    expect([loudness(element), made.length]).toEqual([1, 0]);
    level.set(0.5, OURS);
    expect([loudness(element), made.length]).toEqual([0.5, hasVolume ? 0 : 1]);
    level.set(2, OURS);
    expect(loudness(element)).toBe(2);
    level.set(0.25, OURS);
    expect([loudness(element), made.length]).toEqual([0.25, 1]);
  }
});

it('what comes from another origin would be silent behind a gain node: it gets none', () => {
  const level = createLevel(elementOf(false), false);
  level.set(0.5, 'http://files.example.org/song.m4a');
  expect(level.amplifier()).toBeNull();
});
