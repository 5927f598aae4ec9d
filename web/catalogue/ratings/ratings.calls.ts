import { rating } from '@scoville/contract/catalogue/ratings.ts';
import { queryOf } from '../../platform/lib/query.ts';

/** The ratings of a song or video, with the account's own stars. */
export const ratingQuery = (id: string) => queryOf(rating, { params: { id } });
