import type { MediaSummary } from '@scoville/contract/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMe, useSettings } from '../lib/query.ts';
import { HeartIcon } from '../ui/first-icons.tsx';
import { toast } from '../ui/toasts.ts';
import { useIsLocalFavorite } from './local-favorites.ts';

/** Is a media a favorite of whoever looks at it: of the account, else of this browser? */
export function useIsFavorite({ id, isFavorite }: Pick<MediaSummary, 'id' | 'isFavorite'>): boolean {
  const isLocal = useIsLocalFavorite(id);
  return useMe() ? isFavorite : isLocal;
}

/** Makes a media a favorite, or none any more; what carries that out is fetched at the first press. */
export function Heart({ media, className }: { media: MediaSummary; className: string }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const isFavorite = useIsFavorite(media);
  const press = () =>
    import('./set-favorite.ts').then(
      ({ setFavorite }) => setFavorite(client, productName, media, !isFavorite),
      () => toast('error', 'Your favorites could not be changed. Check your connection and try again.'),
    );
  return (
    <button
      type="button"
      aria-label={`Favorite ${media.title}`}
      aria-pressed={isFavorite}
      onClick={() => void press()}
      className={`grid flex-none place-items-center ${className}`}
    >
      <HeartIcon fill={isFavorite ? 'currentColor' : 'none'} />
    </button>
  );
}
