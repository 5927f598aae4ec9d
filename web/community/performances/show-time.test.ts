import { expect, it } from 'vitest';
import { admissionText, venueTimeText, viewerTimeText, zoneText } from './show-time.ts';

const MEMPHIS = {
  date: '2026-12-04',
  time: '20:00',
  timeZone: 'America/Chicago',
  startsAt: '2026-12-05T02:00:00.000Z',
};

it('a show at 20:00 in Memphis is shown at 8:00 PM there, and also in the viewer’s time if that differs', () => {
  expect(venueTimeText(MEMPHIS)).toBe('Friday, December 4, 2026 at 8:00 PM');
  expect(zoneText(MEMPHIS)).toBe('CST');
  expect(viewerTimeText(MEMPHIS, 'Europe/Berlin')).toBe('Sat, Dec 5, 3:00 AM');
  expect(viewerTimeText(MEMPHIS, 'America/Chicago')).toBeNull();
  expect(viewerTimeText(MEMPHIS, 'America/Winnipeg')).toBeNull();
  expect(zoneText({ ...MEMPHIS, timeZone: '+05:30' })).toBe('GMT+05:30');
});

it('PR-29 the admission of a show has two decimals', () => {
  expect(admissionText({ isFree: false, cost: 5 })).toBe('$5.00');
  expect(admissionText({ isFree: false, cost: 12.5 })).toBe('$12.50');
  expect(admissionText({ isFree: true, cost: null })).toBe('Free');
  expect(admissionText({ isFree: false, cost: null })).toBeNull();
});
