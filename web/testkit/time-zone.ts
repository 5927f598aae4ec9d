import { afterEach, beforeEach } from 'vitest';
import { cdp } from 'vitest/browser';

/** Sets the browser's time zone for the tests of a file, whatever the machine's is. */
export function inTimeZone(timezoneId: string): void {
  beforeEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId }));
  afterEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' }));
}
