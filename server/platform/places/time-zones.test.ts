import { expect, it } from 'vitest';
import { findTimeZone } from './time-zones.ts';

it('returns the time zone of a complete town name with its state, and null for other names', async () => {
  for (const [town, zone] of [
    ['Memphis, TN', 'America/Chicago'],
    ['memphis, tennessee', 'America/Chicago'],
    ['Knoxville, TN', 'America/New_York'],
    ['New York, NY', 'America/New_York'],
    ['El Paso, TX', 'America/Denver'],
    ['Phoenix, AZ', 'America/Phoenix'],
    ['Honolulu, HI', 'Pacific/Honolulu'],
    ['San Juan, PR', 'America/Puerto_Rico'],
  ] as const)
    expect(await findTimeZone(town), town).toBe(zone);
  for (const none of ['', 'Memphis', 'Memp, TN', 'Memphis, ZZ', 'Berlin, Germany', ', TN'])
    expect(await findTimeZone(none), none).toBeNull();
});
