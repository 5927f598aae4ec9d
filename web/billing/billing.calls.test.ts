import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from './billing.calls.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('PS-14 a success is there to be read for about a second, and then the page is loaded anew', () => {
  vi.useFakeTimers();
  const replace = vi.fn();
  vi.stubGlobal('window', { location: { replace } });
  succeed('Successfully subscribed!');
  vi.advanceTimersByTime(900);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/account/subscription');
});
