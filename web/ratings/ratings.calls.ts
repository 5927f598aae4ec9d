import { rating } from '@scoville/contract/ratings.ts';
import { queryOf } from '../lib/query.ts';

/** A media's ratings, with the account's own stars. */
export const ratingQuery = (id: string) => queryOf(rating, { params: { id } });
