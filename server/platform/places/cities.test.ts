import { describe, expect, it } from 'vitest';
import { people } from '../../../demo/people.ts';
import { findCities, findCity } from './cities.ts';

const named = async (query: string, most = 10) =>
  (await findCities(query, most)).map((place) => `${place.city}, ${place.state}`);

describe('towns of the United States', () => {
  it('are found by the beginning of their name, exact names first, in one state or in all', async () => {
    expect(await named('portl, OR')).toEqual(['Portland, OR']);
    expect(await named('Portland, me')).toEqual(['Portland, ME']);
    expect(await named('memphis, t')).toEqual(['Memphis, TN', 'Memphis, TX']);
    const all = await named('PORTLAND');
    expect(all).toEqual(expect.arrayContaining(['Portland, ME', 'Portland, OR', 'Portland, TX']));
    expect(all.every((place) => place.startsWith('Portland'))).toBe(true);
    expect(await named('a', 3)).toHaveLength(3);
    for (const none of ['', '  ', ',', '%', 'zzzz', "'; drop table users; --", '\u0000'])
      expect(await named(none)).toEqual([]);
  });
  it('are found by names without accents and punctuation, or with abbreviations', async () => {
    expect(await named('mayaguez')).toEqual(['Mayagüez, PR']);
    expect(await named('St. Paul, MN')).toContain('Saint Paul, MN');
    expect(await named('ft worth, TX')).toContain('Fort Worth, TX');
  });
  it('have coordinates, also under their common name', async () => {
    expect(await findCity('memphis', 'TN')).toMatchObject({
      city: 'Memphis',
      latitude: 35.14953,
      longitude: -90.04898,
    });
    expect(await findCity('New York', 'NY')).toMatchObject({ city: 'New York City', latitude: 40.71427 });
    expect(await findCity('Hagåtña', 'GU')).toMatchObject({ state: 'GU' });
    for (const [city, state] of [
      ['Memphis', 'AK'],
      ['', 'TN'],
      ['Memphis', ''],
      ['Memphis', 'constructor'],
    ] as const)
      expect(await findCity(city, state)).toBeNull();
  });
  it('include all towns of the demo', async () => {
    for (const { city, state } of people()) expect(await findCity(city, state), `${city}, ${state}`).not.toBeNull();
  });
});
