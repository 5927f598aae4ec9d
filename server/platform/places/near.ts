import { US_STATES, isUsState } from '@scoville/contract/platform/places.ts';
import { findCity } from './cities.ts';

/** A circle around a point: degrees, and the radius in miles. */
export interface Circle {
  latitude: number;
  longitude: number;
  miles: number;
}

/** A place found for a text: its point, and its common name. */
export interface KnownPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** All towns are further from the poles, where a circle would span every longitude. */
const MAX_LATITUDE = 75;
const EARTH_MILES = 3958.8;

const NUMBERS = /^\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*$/;

const lettersOf = (state: string): string => {
  const typed = state.trim();
  const letters = typed.toUpperCase();
  if (isUsState(letters)) return letters;
  const [byName] = Object.entries(US_STATES).find(([, name]) => name.toLowerCase() === typed.toLowerCase()) ?? [''];
  return byName;
};

/** Finds "Memphis, TN", "Memphis, Tennessee" or "35.15,-90.05"; null if there is no such place. */
export async function findPlace(location: string): Promise<KnownPlace | null> {
  const numbers = NUMBERS.exec(location);
  if (numbers !== null) {
    const [latitude, longitude] = [Number(numbers[1]), Number(numbers[2])];
    if (Math.abs(latitude) > MAX_LATITUDE || Math.abs(longitude) > 180) return null;
    return { name: `${latitude}, ${longitude}`, latitude, longitude };
  }
  const comma = location.lastIndexOf(',');
  if (comma < 0) return null;
  const town = await findCity(location.slice(0, comma), lettersOf(location.slice(comma + 1)));
  return town && { name: `${town.city}, ${town.state}`, latitude: town.latitude, longitude: town.longitude };
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** The cells of one degree, by their south-western corners, that a circle may overlap. */
export function cellsOf({ latitude, longitude, miles }: Circle): { latitude: number; longitude: number }[] {
  const angle = miles / EARTH_MILES;
  const high = degrees(angle);
  const wide = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos((latitude * Math.PI) / 180))));
  const cells = new Map<string, { latitude: number; longitude: number }>();
  for (let south = Math.floor(latitude - high); south <= Math.floor(latitude + high); south += 1)
    for (let west = Math.floor(longitude - wide); west <= Math.floor(longitude + wide); west += 1) {
      const cell = { latitude: south, longitude: ((((west + 180) % 360) + 360) % 360) - 180 };
      cells.set(`${cell.latitude} ${cell.longitude}`, cell);
    }
  return [...cells.values()];
}
