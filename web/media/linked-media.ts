import { mediaByLink } from '@scoville/contract/linked-media.ts';
import { queryOf } from '../lib/query.ts';

/** What a private link opens; asked for again on every visit, since it may have been taken back. */
export const linkedMediaQuery = (id: string, token: string) => ({
  ...queryOf(mediaByLink, { params: { id, token } }),
  staleTime: 0,
});
