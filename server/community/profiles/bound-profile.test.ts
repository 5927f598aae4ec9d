import { MAX_PROFILE_TEXT } from '@scoville/contract/community/profiles/profile-size.ts';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { boundDetails, textOfLists } from './bound-profile.ts';

const album = (title: number, credits: number) => ({
  id: newId(),
  title: 't'.repeat(title),
  releaseDate: '2020-01-01',
  websiteUrl: '',
  credits: 'c'.repeat(credits),
  coverUrl: null,
});
const band = (notes: number) => ({
  id: newId(),
  name: 'Ash',
  startDate: '2020-01-01',
  endDate: null,
  currentMember: true,
  notes: 'n'.repeat(notes),
  imageUrl: null,
});
const profile = (albums: ReturnType<typeof album>[], bands: ReturnType<typeof band>[] = []) => ({
  title: '',
  bio: 'b'.repeat(5000),
  address: { city: '', state: '' },
  experience: null,
  hourlyRate: null,
  selfTaught: false,
  albums,
  bands,
  professions: [],
  schools: [],
  donationMethods: [],
  contactMethods: [],
});
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('a profile within the limit is shown unchanged', () => {
  const own = profile(many(11, () => album(20, 5000)));
  expect(boundDetails(own)).toBe(own);
});

test('a longer profile is shown with shortened credits and notes, and with all entries while there is room', () => {
  const own = profile(
    many(50, () => album(20, 5000)),
    many(60, () => band(5000)),
  );
  const shown = boundDetails(own);
  expect(shown.albums.map(({ id, credits }) => [id, credits.length])).toEqual(own.albums.map(({ id }) => [id, 100]));
  expect(shown.bands.map(({ notes }) => notes.length)).toEqual(many(60, () => 100));
  expect(textOfLists(shown)).toBeLessThan(MAX_PROFILE_TEXT);
});

test('a profile whose entries are too long without them is shown with the first entries of each list', () => {
  const own = profile(
    many(400, () => album(200, 5000)),
    many(2, () => band(5000)),
  );
  const shown = boundDetails(own);
  expect(shown.albums).toHaveLength(32);
  expect(shown.albums[0]?.id).toBe(own.albums[0]?.id);
  expect(shown.bands).toHaveLength(2);
  expect(textOfLists(shown)).toBeLessThan(MAX_PROFILE_TEXT);
});
