import { mediaByLink } from '@scoville/contract/catalogue/media/linked-media.ts';
import { queryOf } from '../../platform/lib/query.ts';

/** The song or video that a private link opens. Fetched on every visit, because the link may have been revoked. */
export const linkedMediaQuery = (id: string, token: string) => ({
  ...queryOf(mediaByLink, { params: { id, token } }),
  staleTime: 0,
});
