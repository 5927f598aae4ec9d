import { type MediaSummary, media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { privateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../platform/lib/query.ts';

/**
 * The viewers with access to a song or video: everyone, those with its private link, or only its owner and
 * administrators.
 */
export type Access = 'public' | 'by link' | 'hidden' | 'unknown';

/**
 * The access to a song or video. Requested only for its owner and administrators, the only viewers to whom unpublished
 * media are shown.
 */
export function useAccess(me: Me | null, media: MediaSummary | null): Access {
  const params = { id: media?.id ?? '' };
  const isOwner = media !== null && me?.id === media.musician.id;
  const asks = media !== null && (isOwner || me?.role === 'admin');
  const whole = useQuery({ ...queryOf(mediaEndpoint, { params }), enabled: asks });
  const isHidden = asks && whole.data !== undefined && !(whole.data.published && whole.data.status === 'complete');
  const link = useQuery({ ...queryOf(privateLink, { params }), enabled: isHidden && isOwner });
  if (asks && whole.isPending) return 'unknown';
  if (!isHidden) return 'public';
  if (!isOwner) return 'hidden';
  return link.isPending ? 'unknown' : link.data?.refusal === null ? 'by link' : 'hidden';
}
