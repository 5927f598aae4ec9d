import { describe, expect, it } from 'vitest';
import { STALLED_AFTER, type Seen, createStallWatch } from './stall-watch.ts';

const STEP = 250;

/**
 * The times at which the watch reported a stall, in milliseconds from the beginning. It is called every quarter of a
 * second.
 */
function stalls(seen: (now: number) => Seen, milliseconds: number): number[] {
  const watch = createStallWatch();
  const said: number[] = [];
  for (let now = 0; now <= milliseconds; now += STEP) if (watch(seen(now), now)) said.push(now);
  return said;
}
const playing = (position: number): Seen => ({ plays: true, position, load: 1 });

describe('the stall watch', () => {
  it('reports nothing while playback advances, is paused, or buffers for a while', () => {
    expect(stalls((now) => playing(now / 1000), 60_000)).toEqual([]);
    expect(stalls(() => ({ plays: false, position: 7, load: 1 }), 60_000)).toEqual([]);
    // Nine seconds of buffering after each second of sound.
    expect(stalls((now) => playing(Math.min(now % 10_000, 1000) + Math.floor(now / 10_000) * 1000), 60_000)).toEqual(
      [],
    );
  });

  it('reports a stall without progress, then at growing intervals', () => {
    expect(stalls(() => playing(7), 70_500)).toEqual([STALLED_AFTER, 3 * STALLED_AFTER, 7 * STALLED_AFTER]);
  });

  it('returns to the first interval after a while of progress', () => {
    const position = (now: number) => Math.min(Math.max(now, 10_000), 30_000);
    expect(stalls((now) => playing(position(now)), 45_000)).toEqual([10_000, 40_000]);
  });

  it('restarts the wait after a pause and after another load', () => {
    expect(stalls((now) => ({ plays: now !== 8000, position: 7, load: 1 }), 19_000)).toEqual([8250 + STALLED_AFTER]);
    expect(stalls((now) => ({ plays: true, position: 0, load: now < 8000 ? 1 : 2 }), 19_000)).toEqual([
      8000 + STALLED_AFTER,
    ]);
  });

  it('does not count the time that a machine slept', () => {
    const watch = createStallWatch();
    expect([0, 250, 3_600_000].map((now) => watch(playing(7), now))).toEqual([false, false, false]);
  });
});
