import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { ProfileFields } from '@scoville/contract/community/profiles/profile-edit.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changedLists, mergeFurtherEdits, listsOf, newEntryId, findReplacedIds, toListsBody } from './entries.ts';
import { fittingDraft } from './draft.ts';
import { ProfileForm, changedFields, changesOf, formOf } from './profile-form.ts';

const ID = '01980000-0000-7000-8000-000000000001';
const me = {
  id: ID,
  username: null,
  firstName: 'Ida',
  lastName: 'Marsh',
  displayName: 'Ida Marsh',
  email: 'ida@example.org',
  title: '',
  bio: '',
  address: { city: 'Memphis', state: 'TN' },
  experience: 7,
  hourlyRate: 75.5,
  selfTaught: false,
  albums: [{ id: ID, title: 'Ash', releaseDate: '2026-01-01', websiteUrl: '', credits: '', coverUrl: '/images/x' }],
  bands: [],
  professions: [],
  schools: [],
  donationMethods: [],
  contactMethods: [{ id: ID, title: 'Mail', info: 'a@b.co' }],
} as unknown as Me;

const said = (change: Partial<ProfileForm>) =>
  (z.safeParse(ProfileForm, { ...formOf(me), ...change }).error?.issues ?? []).map(({ path, message }) => [
    path[0],
    message,
  ]);

describe('the profile form', () => {
  it('accepts no input that the call would refuse', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary', minLength: 70, maxLength: 300 }),
      fc.constantFrom('', ' ', '7', '75.5', '$1,200.50', '1e9', '-1', '0.001', 'a@b.co', 'Ida1', 'admin', 'TN'),
    );
    const lines = ['firstName', 'lastName', 'displayName', 'email', 'username', 'title', 'bio', 'city'] as const;
    const numbers = ['experience', 'hourlyRate'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...lines, ...numbers), typed, (field, line) => {
        const form = z.safeParse(ProfileForm, { ...formOf(me), [field]: line });
        if (form.success)
          expect(z.safeParse(ProfileFields, changesOf(formOf(me), form.data)).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    expect(said({ city: 'x'.repeat(81) })).toEqual([['city', 'Use at most 80 characters.']]);
  });

  it('sends nothing and reports no errors if nothing changed', () => {
    expect(changesOf(formOf(me), formOf(me))).toEqual({});
    expect(said({})).toEqual([]);
  });
  it('sends changes in the shape of the call: city and state together, numbers as numbers', () => {
    expect(
      changesOf(formOf(me), { ...formOf(me), city: 'Nashville', experience: '', hourlyRate: '$1,200.50', bio: 'x' }),
    ).toEqual({
      address: { city: 'Nashville', state: 'TN' },
      experience: null,
      hourlyRate: 1200.5,
      bio: 'x',
    });
    expect(changesOf(formOf(me), { ...formOf(me), username: 'Ida1', selfTaught: true })).toEqual({
      username: 'Ida1',
      selfTaught: true,
    });
  });
  it('reports the call’s errors at their fields', () => {
    expect(said({ experience: 'seven' })).toEqual([
      ['experience', 'Years of experience are a whole number from 0 to 100.'],
    ]);
    expect(said({ experience: '101' })).toHaveLength(1);
    expect(said({ hourlyRate: '1.234' })).toHaveLength(1);
    for (const rate of ['$1,200', '1200', '$1,200.50', '1,000,000']) expect(said({ hourlyRate: rate })).toEqual([]);
    for (const rate of ['75,50', '1,2', '1200,000', ',5', '1,,000', '12,345,'])
      expect(said({ hourlyRate: rate }), rate).toEqual([
        ['hourlyRate', 'The hourly rate is an amount in US dollars, such as 75 or 75.50.'],
      ]);
    expect(said({ experience: '1,5' })).toHaveLength(1);
    expect(said({ username: 'a_b' })).toEqual([['username', 'Usernames can only contain letters or numbers.']]);
    expect(said({ username: 'admin' })).toEqual([['username', 'This username has already been taken.']]);
    expect(said({ firstName: ' ', email: '' })).toEqual([
      ['firstName', 'First name is required.'],
      ['email', 'Email is required.'],
    ]);
  });
});

describe('a field that another device changed in the meantime', () => {
  const later = { ...me, bio: 'From the phone.', username: 'ida1' } as Me;
  it('does not count as a change of this form', () => {
    const base = formOf(me);
    expect(changedFields(base, { ...base, title: 'Piper' })).toEqual({ title: 'Piper' });
  });
  it('is not overwritten by a draft that started before', () => {
    const draft = {
      fields: { bio: 'Half a sentence', title: 'Piper', username: 'ida2' },
      lists: {},
      drawers: {},
      bases: { bio: '""', title: '""', username: '""' },
    };
    expect(fittingDraft(draft, me).fields).toEqual(draft.fields);
    expect(fittingDraft(draft, later).fields).toEqual({ title: 'Piper' });
    // A draft without bases, from an earlier version, doesn't contain the values from which it started.
    expect(fittingDraft({ ...draft, bases: undefined }, me).fields).toEqual({});
  });
});

describe('the lists of a profile', () => {
  it('are sent if they differ, with new entries without ids, and no pictures', () => {
    const before = listsOf(me);
    expect(changedLists(listsOf(me), before)).toEqual({});
    const contact = { title: 'Phone', info: '(212) 555-0123' };
    const lists = {
      ...before,
      contactMethods: [...before.contactMethods, { id: newEntryId(), ...contact }],
      albums: [],
    };
    expect(toListsBody(before, changedLists(before, lists))).toEqual({
      contactMethods: [{ id: ID, title: 'Mail', info: 'a@b.co' }, contact],
      albums: [],
      editedFrom: { contactMethods: { ids: [ID], changed: [] }, albums: { ids: [ID], changed: [] } },
    });
    expect(toListsBody(before, {})).toEqual({});
    expect(before.albums[0]).not.toHaveProperty('coverUrl');
  });

  it('are sent with the state from which they were edited, and the order of an entry’s fields is no change', () => {
    const before = listsOf(me);
    const edited = (entry: object) =>
      toListsBody(before, { contactMethods: [entry as never] }).editedFrom?.contactMethods;
    expect(edited({ info: 'a@b.co', title: 'Mail', id: ID })).toEqual({ ids: [ID], changed: [] });
    expect(edited({ id: ID, title: 'Mail', info: 'c@d.co' })).toEqual({ ids: [ID], changed: [ID] });
  });

  it('get the right ids after a save, also if other devices added and removed entries', () => {
    const entry = (id: string) => ({ id, title: id });
    const [a, b, one, two] = [entry(ID), entry(ID.replace('1', '2')), entry(newEntryId()), entry(newEntryId())];
    const renamed = { ...b, title: 'Renamed' };
    const entries = [a, renamed, one, two];
    const saved = [a, b, { id: 'saved 1' }, { id: 'saved 2' }, { id: 'of others' }];
    expect(findReplacedIds([a, b], entries, saved)).toEqual([
      [one.id, 'saved 1'],
      [two.id, 'saved 2'],
    ]);
    // Other devices removed both entries: the one edited here is created again, the other one stays removed.
    expect(findReplacedIds([a, b], entries, [{ id: 'again' }, { id: 'saved 1' }, { id: 'saved 2' }])).toEqual([
      [b.id, 'again'],
      [one.id, 'saved 1'],
      [two.id, 'saved 2'],
    ]);
  });

  it('keep edits made since they were sent, and take over entries that other devices added in the meantime', () => {
    const [a, b, c] = [
      { id: 'a', title: '' },
      { id: 'b', title: '' },
      { id: 'c', title: '' },
    ];
    const next = { id: 'new', title: 'Typed since' };
    expect(mergeFurtherEdits([a, b], [a, b, next], [a, c])).toEqual([a, next, c]);
    expect(mergeFurtherEdits([a, b], [b], [a, b, c])).toEqual([b, c]);
  });
});
