import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  AlbumFields,
  BandFields,
  ContactFields,
  DEGREES,
  DonationFields,
  ProfessionFields,
  ProfileFields,
  SchoolFields,
} from './profile-edit.ts';
import { US_STATES } from '../../platform/places.ts';

/** The errors of a schema for a value, as `field: sentence`. */
const said = (schema: z.ZodMiniType, value: unknown): string[] =>
  (z.safeParse(schema, value).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

const album = { title: 'Ash', releaseDate: '2026-01-31', websiteUrl: '', credits: '' };
const band = { name: 'Rinds', startDate: '2001-01-01', endDate: '2002-01-01', currentMember: false, notes: '' };
const job = {
  company: 'Mill',
  title: 'Welder',
  startDate: '2001-01-01',
  endDate: '2002-01-01',
  currentEmployee: false,
};
const school = {
  name: 'Berklee',
  field: '',
  degree: '',
  startDate: '2001-01-01',
  endDate: '2002-01-01',
  currentStudent: false,
  loc: '',
};

describe('the forms of the profile’s lists', () => {
  it.each([
    ['VA-31', AlbumFields, { ...album, title: ' ' }, ['title: Title is required']],
    ['VA-31', AlbumFields, { ...album, releaseDate: '' }, ['releaseDate: Release date is required']],
    ['VA-32', BandFields, { ...band, name: '' }, ['name: Name is required']],
    ['VA-32', BandFields, { ...band, startDate: '' }, ['startDate: Start date is required']],
    ['VA-33', BandFields, { ...band, endDate: '' }, ['endDate: End date is required']],
    ['VA-33', BandFields, { ...band, endDate: null }, ['endDate: End date is required']],
    ['VA-37', ProfessionFields, { ...job, company: '' }, ['company: Company is required']],
    ['VA-37', ProfessionFields, { ...job, title: '' }, ['title: Title is required']],
    ['VA-37', ProfessionFields, { ...job, startDate: '' }, ['startDate: Start date is required']],
    ['VA-37', ProfessionFields, { ...job, endDate: '' }, ['endDate: End date is required']],
    ['VA-37', SchoolFields, { ...school, name: '' }, ['name: Name is required']],
    ['VA-37', SchoolFields, { ...school, startDate: '' }, ['startDate: Start date is required']],
    ['VA-37', SchoolFields, { ...school, endDate: '' }, ['endDate: End date is required']],
    ['PE-19', SchoolFields, { ...school, degree: 'Baron' }, ['degree: Choose a degree from the list.']],
    ['VA-22', ContactFields, { title: '', info: 'a@b.co' }, ['title: Title is required']],
    ['VA-22', ContactFields, { title: 'Mail', info: '' }, ['info: Info is required']],
    ['VA-21', ContactFields, { title: 'Mail', info: 'abc' }, ['info: Info entered is invalid.']],
    ['VA-23', DonationFields, { appName: '', username: 'x' }, ['appName: App is required']],
    ['VA-23', DonationFields, { appName: 'Venmo', username: '' }, ['username: Username is required']],
    ['VA-25', DonationFields, { appName: 'PayPal', username: 'x' }, ['username: Please enter a valid email.']],
    [
      'a web address',
      AlbumFields,
      { ...album, websiteUrl: 'javascript:alert(1)' },
      ['websiteUrl: Enter a web address that begins with http:// or https://.'],
    ],
  ] as const)('%s: reject an invalid field with its message (case %#)', (_, schema, value, sentences) => {
    expect(said(schema, value)).toEqual(sentences);
  });

  it('report all missing fields at once', () => {
    expect(said(BandFields, { name: '', startDate: '', endDate: '', currentMember: false, notes: '' })).toEqual([
      'name: Name is required',
      'startDate: Start date is required',
      'endDate: End date is required',
    ]);
  });

  it('VA-24 VA-25 accept any text for four apps, and an email address for PayPal', () => {
    for (const appName of ['Cash App', 'Venmo', 'PayPal.me', 'Zelle'])
      expect(said(DonationFields, { appName, username: 'any text' })).toEqual([]);
    expect(said(DonationFields, { appName: 'PayPal', username: 'a@b.co' })).toEqual([]);
  });

  it('PE-19 accept ten degrees', () => {
    expect(DEGREES).toEqual([
      'High School',
      "Associate's",
      "Bachelor's",
      "Master's",
      'M.B.A',
      'J.D.',
      'M.D.',
      'Ph.D.',
      "Engineer's",
      'Other',
    ]);
    for (const degree of ['', ...DEGREES]) expect(said(SchoolFields, { ...school, degree })).toEqual([]);
  });
});

const PERIODS = [
  { name: 'bands', schema: BandFields, entry: band, current: 'currentMember' },
  { name: 'positions', schema: ProfessionFields, entry: job, current: 'currentEmployee' },
  { name: 'schools', schema: SchoolFields, entry: school, current: 'currentStudent' },
] as const;

describe.each(PERIODS)('dates of $name', ({ schema, entry, current }) => {
  const noon = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  const day = noon.map((date) => date.toISOString().slice(0, 10));

  it('are valid if the end is not before the start', () => {
    fc.assert(
      fc.property(day, day, (startDate, endDate) => {
        const expected = startDate <= endDate ? [] : ['endDate: The end date is before the start date.'];
        expect(said(schema, { ...entry, startDate, endDate })).toEqual(expected);
      }),
    );
  });
  it('have no end while the period is going on, even if one was typed before', () => {
    fc.assert(
      fc.property(day, fc.oneof(day, fc.constantFrom('', null, undefined)), (startDate, endDate) => {
        expect(z.parse(schema, { ...entry, startDate, endDate, [current]: true })).toEqual({
          ...entry,
          startDate,
          endDate: null,
          [current]: true,
        });
      }),
    );
  });
  it('must be days of the calendar', () => {
    const bad = [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '1899-12-31',
      '2101-01-01',
      '99/99/9999',
      '2026-1-1',
      'x',
      '2026-01-01T00:00',
    ];
    for (const date of bad) {
      expect(said(schema, { ...entry, startDate: date })).toEqual(['startDate: Date is not a valid format.']);
      expect(said(schema, { ...entry, endDate: date })).toEqual(['endDate: Date is not a valid format.']);
    }
    expect(said(schema, { ...entry, startDate: '2024-02-29', endDate: '2024-02-29' })).toEqual([]);
  });
});

it('each list has a maximum number of entries', () => {
  const most = { albums: 100, bands: 100, professions: 50, schools: 50, donationMethods: 20, contactMethods: 20 };
  const one: Record<keyof typeof most, object> = {
    albums: album,
    bands: band,
    professions: job,
    schools: school,
    donationMethods: { appName: 'Venmo', username: '@ida' },
    contactMethods: { title: 'Mail', info: 'a@b.co' },
  };
  for (const [list, count] of Object.entries(most)) {
    const entries = Array.from({ length: count + 1 }, () => one[list as keyof typeof most]);
    expect(said(ProfileFields, { [list]: entries.slice(1) })).toEqual([]);
    expect(said(ProfileFields, { [list]: entries })).toEqual([`${list}: There can be at most ${count} of these.`]);
  }
});

describe('the single fields', () => {
  it.each([
    ['VA-26', { firstName: '  ' }, ['firstName: First name is required.']],
    ['VA-27', { lastName: '' }, ['lastName: Last name is required.']],
    ['VA-28', { email: '' }, ['email: Email is required.']],
    ['VA-28', { email: 'x@' }, ['email: Please enter a valid email.']],
    ['PE-03', { experience: 1.5 }, ['experience: Years of experience are a whole number from 0 to 100.']],
    ['PE-03', { experience: -1 }, ['experience: Years of experience are a whole number from 0 to 100.']],
    ['PE-03', { experience: Number.NaN }, ['experience: Years of experience are a whole number from 0 to 100.']],
    ['PE-04', { hourlyRate: -0.01 }, ['hourlyRate: The hourly rate is an amount in US dollars, such as 75 or 75.50.']],
    ['PE-04', { hourlyRate: 1.005 }, ['hourlyRate: The hourly rate is an amount in US dollars, such as 75 or 75.50.']],
    ['PE-09', { address: { city: '', state: 'ZZ' } }, ['address.state: Choose a state from the list.']],
  ])('%s reject %o with a message at its field', (_, fields, sentences) => {
    expect(said(ProfileFields, fields)).toEqual(sentences);
  });
  it('accept every amount of whole cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(said(ProfileFields, { hourlyRate: cents / 100 })).toEqual([]);
      }),
    );
  });
  it('PE-09 accept the 50 states, the capital and five territories', () => {
    expect(Object.keys(US_STATES)).toHaveLength(56);
    expect(US_STATES).toMatchObject({ PR: 'Puerto Rico', GU: 'Guam', DC: 'District of Columbia', TX: 'Texas' });
  });
});

it('a display name may be as long as a first and a last name together', () => {
  const name = `${'a'.repeat(80)} ${'b'.repeat(80)}`;
  expect(said(ProfileFields, { displayName: name })).toEqual([]);
  expect(said(ProfileFields, { displayName: `${name}c` })).toHaveLength(1);
});

it.each([{ toString: 1 }, 5, ['2001-01-01'], true])(
  'rejects a day that is not a text, such as %o, without throwing',
  (day) => {
    for (const field of ['startDate', 'endDate']) {
      const { success, error } = z.safeParse(BandFields, { ...band, [field]: day });
      expect(success).toBe(false);
      expect(error?.issues.some(({ path }) => path[0] === field)).toBe(true);
    }
  },
);
