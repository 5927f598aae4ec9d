import { afterEach, expect, it, vi } from 'vitest';
import { reloadWithMessage } from './billing.calls.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('PS-14 a success message is shown for about a second before the page reloads', () => {
  vi.useFakeTimers();
  const replace = vi.fn();
  vi.stubGlobal('window', { location: { replace } });
  reloadWithMessage('Successfully subscribed!');
  vi.advanceTimersByTime(900);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/account/subscription');
});
