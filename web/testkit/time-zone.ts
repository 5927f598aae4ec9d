import { afterEach, beforeEach } from 'vitest';
import { cdp } from 'vitest/browser';

/** Has the browser in a time zone for the tests of a file, wherever the machine is. */
export function inTimeZone(timezoneId: string): void {
  beforeEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId }));
  afterEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' }));
}
