import { describe, expect, it } from 'vitest';
import { checkAd, fieldsOf, momentOf, monthLater, spreadText, windowFields } from './ad-fields.ts';

const at = (day: string, time = '12:30') => new Date(momentOf(day, time));

describe('the form of an ad', () => {
  it('ends a month later on the same day, or on the last one of a shorter month', () => {
    expect(monthLater(at('2026-11-22'))).toEqual(at('2026-12-22'));
    expect(monthLater(at('2026-12-31'))).toEqual(at('2027-01-31'));
    expect(monthLater(at('2027-01-31'))).toEqual(at('2027-02-28'));
  });

  it('leaves what is no day or time as it was typed', () => {
    expect(momentOf('2026-11-22', '08:05')).toBe(new Date(2026, 10, 22, 8, 5).toISOString());
    for (const day of ['99/99/9999', '2026-02-30', '']) expect(momentOf(day, '08:05')).toBe(day);
    expect(momentOf('2026-11-22', '25:00')).toBe('2026-11-22');
  });

  it('says of a total how many of it are shown in a day', () => {
    for (const typed of ['', '0', '1.5', 'many'])
      expect(spreadText(typed)).toBe('More than 100 are spread over 30 days.');
    expect(spreadText('100')).toBe('Shown as soon as there are listeners.');
    expect(spreadText('60001')).toBe(
      'Spread over 30 days: at most 2,001 a day, or 4,002 after days with few listeners. The first 100 may be shown at once.',
    );
  });

  it('is an ad when nothing is wrong, of a clip without a display length', () => {
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
        adWindow: { startDate: momentOf('2026-11-22', '00:00'), endDate: momentOf('2026-12-22', '00:00') },
      },
    });
    expect(checkAd({ ...fields, owner: 'nobody' }, true).errors).toEqual({ email: 'Choose an account as the owner.' });
  });
});
