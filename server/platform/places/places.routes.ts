import { places } from '@scoville/contract/platform/places.ts';
import { route } from '../http/route.ts';
import { findCities } from './cities.ts';
import { findTimeZone } from './time-zones.ts';

const MOST = 10;

export const placesRoutes = () => [
  route(places, async ({ query: { query } }) => {
    const [found, timeZone] = await Promise.all([findCities(query, MOST), findTimeZone(query)]);
    return { places: found.map(({ city, state }) => ({ city, state })), timeZone };
  }),
];
