import { afterEach, beforeEach } from 'vitest';
import { cdp } from 'vitest/browser';

/** Sets the browser's time zone for the tests of a file, so that they don't depend on the machine's time zone. */
export function inTimeZone(timezoneId: string): void {
  beforeEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId }));
  afterEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' }));
}
