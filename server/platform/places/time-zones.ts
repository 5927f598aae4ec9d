import tzlookup from '@photostructure/tz-lookup';
import { findPlace } from './near.ts';

/** The time zone of a point on earth. */
export const timeZoneAt = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  tzlookup(latitude, longitude);

/** The time zone of a complete town name, such as "Memphis, TN" or "Memphis, Tennessee"; null if it is unknown. */
export async function findTimeZone(town: string): Promise<string | null> {
  const place = await findPlace(town);
  return place && timeZoneAt(place);
}
