import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DWELL, onPressIntent } from './press-intent.ts';

const run = vi.fn();
const button = () => new EventTarget() as Element;
beforeEach(() => {
  vi.useFakeTimers();
  run.mockReset();
});
afterEach(() => vi.useRealTimers());

it('runs after the pointer rests on the button, and again on pointerdown', () => {
  const meant = button();
  onPressIntent(meant, run);
  vi.advanceTimersByTime(DWELL - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * DWELL);
  expect(run.mock.calls).toEqual([[false]]);
  for (let time = 0; time < 2; time += 1) meant.dispatchEvent(new Event('pointerdown'));
  expect(run.mock.calls).toEqual([[false], [true]]);
});

for (const leave of ['pointerleave', 'blur']) {
  it(`does not run when the pointer or focus only passes the button (${leave})`, () => {
    const passed = button();
    onPressIntent(passed, run);
    vi.advanceTimersByTime(DWELL - 1);
    passed.dispatchEvent(new Event(leave));
    passed.dispatchEvent(new Event('pointerdown'));
    vi.advanceTimersByTime(10 * DWELL);
    expect(run).not.toHaveBeenCalled();
  });

  it(`runs once per press on a button that was left and reached again (${leave})`, () => {
    const meant = button();
    for (let visit = 0; visit < 3; visit += 1) {
      onPressIntent(meant, run);
      vi.advanceTimersByTime(DWELL);
      if (visit < 2) meant.dispatchEvent(new Event(leave));
    }
    run.mockReset();
    meant.dispatchEvent(new Event('pointerdown'));
    expect(run.mock.calls).toEqual([[true]]);
  });
}

it('runs at once on pointerdown', () => {
  const pressed = button();
  onPressIntent(pressed, run);
  pressed.dispatchEvent(new Event('pointerdown'));
  expect(run.mock.calls).toEqual([[true]]);
  vi.advanceTimersByTime(10 * DWELL);
  expect(run).toHaveBeenCalledTimes(1);
});
