import { afterEach, expect, it, vi } from 'vitest';

vi.mock('../../../platform/ui/toasts.ts', () => ({ toast: () => {} }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Reloads the page with a stored timer and returns the kind of the running timer. */
async function reloadWith(content: string): Promise<string | null> {
  const kept = new Map([['player-sleep-timer', content]]);
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
  vi.useFakeTimers({ now: 1000 });
  vi.resetModules();
  const { restoreSleepTimer, isTimerSetToTrackEnd } = await import('./sleep-timer.ts');
  restoreSleepTimer();
  const running = vi.getTimerCount() > 0 ? 'at' : isTimerSetToTrackEnd() ? 'end' : null;
  vi.clearAllTimers();
  return running;
}

it.each([
  ['of 30 minutes', { kind: 'at', until: 2000, minutes: 30 }, 'at'],
  ['to the end of the track', { kind: 'end' }, 'end'],
])('a timer %s continues after a reload', async (_, timer, running) => {
  expect(await reloadWith(JSON.stringify(timer))).toBe(running);
});

it.each([
  ['has run out', { kind: 'at', until: 900, minutes: 30 }],
  ['has another kind', { kind: 'never' }],
  ['has minutes that are not offered', { kind: 'at', until: 2000, minutes: 31 }],
  ['has no minutes', { kind: 'at', until: 2000 }],
  ['has its end as text', { kind: 'at', until: '2000', minutes: 30 }],
  ['is a list', ['end']],
  ['is text', 'end'],
])('a timer that %s is over after a reload', async (_, timer) => {
  expect(await reloadWith(JSON.stringify(timer))).toBeNull();
});

it.each(['{', '{"kind":"at","until":1e999,"minutes":30}'])('the timer %s is over after a reload', async (text) => {
  expect(await reloadWith(text)).toBeNull();
});
