import { type MediaSummary, media as mediaEndpoint } from '@scoville/contract/media.ts';
import { privateLink } from '@scoville/contract/private-links.ts';
import type { Me } from '@scoville/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';

/** Who may open a media: everybody, whoever has its private link, or only those who look after it. */
export type Access = 'public' | 'by link' | 'hidden' | 'unknown';

/** Who may open a media, asked for where its viewer may be shown more than the public is: its owner, an administrator. */
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
