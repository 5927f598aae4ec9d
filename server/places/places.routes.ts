import { places } from '@scoville/contract/places.ts';
import { route } from '../http/route.ts';
import { findCities } from './cities.ts';

const MOST = 10;

export const placesRoutes = () => [
  route(places, async ({ query }) => {
    const found = await findCities(query.query, MOST);
    return { places: found.map(({ city, state }) => ({ city, state })) };
  }),
];
