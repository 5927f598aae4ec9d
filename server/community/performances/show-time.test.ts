import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeZoneAt } from '../../platform/places/time-zones.ts';
import { momentsOf, timeZoneOfOffset } from './show-time.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Date and time that the clocks of a zone show at a moment. */
function clocksAt(moment: Date, timeZone: string): string {
  const format =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  clocks.set(timeZone, format);
  return format.format(moment);
}

/** Zones whose clocks change in unusual ways: at midnight, by half an hour, in the other half of the year, never. */
const ZONES = [
  'America/Chicago',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
  '+05:30',
  '-09:00',
];
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

const DAY = 86_400_000;
/** Every quarter of an hour of a day, as clocks show it. */
const QUARTERS = Array.from({ length: 96 }, (_, at) =>
  [Math.floor(at / 4), (at % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':'),
);
const daysOf = (year: number): string[] =>
  Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10));
/** The moments, a quarter of an hour apart, at which it can be this date anywhere on earth. */
const quartersAround = (date: string): Date[] =>
  Array.from({ length: 96 * 3 }, (_, at) => new Date(Date.parse(date) - DAY + at * 900_000));
/** Whether the clocks of a zone show 24 hours of this day; true without a search if their offset didn't change. */
function hasWholeDay(date: string, timeZone: string): boolean {
  const [from, to] = [-0.5, 1.5].map((days) => {
    const moment = new Date(Date.parse(date) + days * DAY);
    return Date.parse(`${clocksAt(moment, timeZone).replace(' ', 'T')}Z`) - moment.getTime();
  });
  if (from === to) return true;
  const shown = quartersAround(date).filter((moment) => clocksAt(moment, timeZone).startsWith(date));
  return shown.length === 96;
}

describe('the moments of a show', () => {
  it('start when the venue’s clocks show its time, the first time that they do', () => {
    fc.assert(
      fc.property(day, time, fc.constantFrom(...ZONES), (date, clock, timeZone) => {
        const moments = momentsOf({ date, time: clock, timeZone });
        if (moments === null) return;
        const { startsAt } = moments;
        expect(clocksAt(startsAt, timeZone)).toBe(`${date} ${clock}`);
        for (const minutes of [30, 60])
          expect(clocksAt(new Date(startsAt.getTime() - minutes * 60_000), timeZone)).not.toBe(`${date} ${clock}`);
      }),
    );
  });

  it('SW-04 make it past as soon as its day is over at the venue, and not a minute earlier', () => {
    fc.assert(
      fc.property(day, time, fc.constantFrom(...ZONES), (date, clock, timeZone) => {
        const moments = momentsOf({ date, time: clock, timeZone });
        if (moments === null) return;
        const { startsAt, pastFrom } = moments;
        expect(pastFrom.getTime()).toBeGreaterThan(startsAt.getTime());
        expect(clocksAt(new Date(pastFrom.getTime() - 60_000), timeZone).slice(0, 10)).toBe(date);
        expect(clocksAt(pastFrom, timeZone) > `${date} 24`).toBe(true);
      }),
    );
  });

  it('are null around clock changes only for times that the clocks skip', () => {
    // The two nights of 2026 in which the clocks of Memphis change.
    const lost = (date: string) =>
      QUARTERS.filter((clock) => momentsOf({ date, time: clock, timeZone: 'America/Chicago' }) === null);
    expect(lost('2026-03-08')).toEqual(['02:00', '02:15', '02:30', '02:45']);
    expect(lost('2026-11-01')).toEqual([]);
  });

  it('are null for exactly the times that a zone’s clocks skip, on every day without 24 hours', () => {
    const strange = ZONES.flatMap((timeZone) =>
      [2011, 2026].flatMap((year) =>
        daysOf(year)
          .filter((date) => !hasWholeDay(date, timeZone))
          .map((date) => ({ date, timeZone })),
      ),
    );
    // Samoa skipped December 30, 2011.
    expect(strange).toContainEqual({ date: '2011-12-30', timeZone: 'Pacific/Apia' });
    expect(strange.filter(({ timeZone }) => timeZone === 'America/Chicago').map(({ date }) => date)).toEqual([
      '2011-03-13',
      '2011-11-06',
      '2026-03-08',
      '2026-11-01',
    ]);
    for (const { date, timeZone } of strange) {
      const shown = new Set(quartersAround(date).map((moment) => clocksAt(moment, timeZone)));
      const wrong = QUARTERS.filter(
        (clock) => (momentsOf({ date, time: clock, timeZone }) === null) === shown.has(`${date} ${clock}`),
      );
      expect([date, timeZone, wrong]).toEqual([date, timeZone, []]);
    }
  });

  it('are at 20:00 in Memphis for a show at 20:00 there, in winter and in summer', () => {
    const memphis = timeZoneAt({ latitude: 35.1495, longitude: -90.049 });
    expect(memphis).toBe('America/Chicago');
    const startsAt = (date: string) => momentsOf({ date, time: '20:00', timeZone: memphis })?.startsAt.toISOString();
    expect(startsAt('2026-12-04')).toBe('2026-12-05T02:00:00.000Z');
    expect(startsAt('2026-07-04')).toBe('2026-07-05T01:00:00.000Z');
  });

  it('use the first occurrence of a time that the clocks show twice', () => {
    expect(momentsOf({ date: '2026-11-01', time: '01:30', timeZone: 'America/Chicago' })).toEqual({
      startsAt: new Date('2026-11-01T06:30:00Z'),
      pastFrom: new Date('2026-11-02T06:00:00Z'),
    });
  });
});

it('converts a caller’s offset to a time zone with the same offset', () => {
  fc.assert(
    fc.property(fc.integer({ min: -14 * 60, max: 12 * 60 }), (offset) => {
      const timeZone = timeZoneOfOffset(String(offset));
      const at = new Date('2026-06-01T12:00:00Z');
      expect(clocksAt(at, timeZone)).toBe(clocksAt(new Date(at.getTime() - offset * 60_000), 'UTC'));
    }),
  );
  for (const strange of [undefined, '', 'x', '1e309', '100000', '1.5', ['60', '120']])
    expect(timeZoneOfOffset(strange)).toBe('UTC');
});
