import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  changeOf,
  checkAd,
  fieldsOf,
  toMoment,
  monthLater,
  spreadText,
  pickUnchanged,
  windowFields,
} from './ad-fields.ts';

afterEach(() => void vi.unstubAllEnvs());

const at = (day: string, time = '12:30') => new Date(toMoment(day, time));

describe('the form of an ad', () => {
  it('ends a month later on the same day, or on the last day of a shorter month', () => {
    expect(monthLater(at('2026-11-22'))).toEqual(at('2026-12-22'));
    expect(monthLater(at('2026-12-31'))).toEqual(at('2027-01-31'));
    expect(monthLater(at('2027-01-31'))).toEqual(at('2027-02-28'));
  });

  it('leaves invalid days and times as typed', () => {
    expect(toMoment('2026-11-22', '08:05')).toBe(new Date(2026, 10, 22, 8, 5).toISOString());
    for (const day of ['99/99/9999', '2026-02-30', '']) expect(toMoment(day, '08:05')).toBe(day);
    expect(toMoment('2026-11-22', '25:00')).toBe('2026-11-22');
  });

  it('shows for a total how many impressions a day it allows', () => {
    for (const typed of ['', '0', '1.5', 'many'])
      expect(spreadText(typed)).toBe('More than 100 are spread over 30 days.');
    expect(spreadText('100')).toBe('Shown as soon as there are listeners.');
    expect(spreadText('60001')).toBe(
      'Spread over 30 days: at most 2,001 a day, or 4,002 after days with few listeners. The first 100 may be shown at once.',
    );
  });

  it('sends a window only if it was changed, because its fields have no seconds and can’t distinguish a repeated hour', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const adWindow = { type: 'date', startDate: '2026-11-01T06:30:00.000Z', endDate: '2026-12-01T12:00:30.000Z' };
    const before = fieldsOf({ title: 'Guitars', email: 'owner@example.org', type: 'media', adWindow } as Ad);
    expect(before).toMatchObject({ startDate: '2026-11-01', startTime: '01:30', endTime: '07:00' });
    const change = (more: Partial<typeof before>) => {
      const typed = { ...before, ...more };
      return changeOf(checkAd(typed, true).ad!, typed, before);
    };
    expect(change({ title: 'Strings' })).not.toHaveProperty('adWindow');
    expect(change({ endTime: '08:00' }).adWindow).toMatchObject({ endDate: '2026-12-01T13:00:00.000Z' });
  });

  it('sends only changed fields, and keeps another administrator’s corrections', () => {
    const before = fieldsOf({
      title: 'Guitars',
      email: 'juno@example.org',
      owner: { id: '00000000-0000-7000-8000-000000000001', displayName: 'Juno Reyes' },
      type: 'poster',
      displayLength: 8,
      skipAfter: 5,
      infoUrl: 'https://guitars.example/',
      infoUrlText: 'To the sale',
      price: 199.9,
      adWindow: { type: 'impressions', startDate: '2026-11-22T06:30:00.000Z', impressionLimit: 500 },
    } as Ad);
    expect(before.email).toBe('Juno Reyes, juno@example.org');
    const change = (more: Partial<typeof before>) => {
      const typed = { ...before, ...more };
      return changeOf(checkAd(typed, true).ad!, typed, before);
    };
    expect(change({})).toEqual({});
    expect(change({ title: 'Strings' })).toEqual({ title: 'Strings' });
    expect(change({ displayLength: '12', skipAfter: '' })).toEqual({ displayLength: 12, skipAfter: null });
    expect(change({ infoUrl: '', infoUrlText: '', price: '5' })).toEqual({ infoUrl: '', infoUrlText: '', price: 5 });
    // A change of the owner sends both of its fields, a change of the window all of its fields.
    const email = 'shop@example.org';
    expect(change({ email, owner: '' })).toEqual({ email, owner: '' });
    const adWindow = { type: 'impressions', startDate: '2026-11-22T06:30:00.000Z', impressionLimit: 600 };
    expect(change({ impressionLimit: '600' })).toEqual({ adWindow });
    // After a change was sent without an answer, typing the old value back counts as a change of the value that the
    // server may have saved.
    const known = pickUnchanged(before, { ...before, title: 'Strings', price: '5' });
    const checked = checkAd(before, true).ad!;
    expect(changeOf(checked, before, known)).toEqual({ title: 'Guitars', price: 199.9 });
  });

  it('is a valid ad if there are no errors; a clip has no display length', () => {
    const fields = {
      ...fieldsOf(null),
      title: 'Guitars',
      email: 'owner@example.org',
      type: 'media',
      windowType: 'date',
      ...windowFields('date', at('2026-11-22')),
    };
    expect(checkAd(fields, false)).toEqual({ ad: null, errors: { file: 'File is required.' } });
    expect(checkAd(fields, true)).toMatchObject({
      errors: {},
      ad: {
        displayLength: null,
        skipAfter: 5,
        adWindow: { startDate: toMoment('2026-11-22', '00:00'), endDate: toMoment('2026-12-22', '00:00') },
      },
    });
    expect(checkAd({ ...fields, owner: 'nobody' }, true).errors).toEqual({ email: 'Choose an account as the owner.' });
  });
});
