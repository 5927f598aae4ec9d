import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { HeartIcon } from '../../platform/ui/first-icons.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { useIsLocalFavorite } from './local-favorites.ts';

/** Whether a song or video is a favorite of the viewer: of the account if signed in, else of this browser. */
export function useIsFavorite({ id, isFavorite }: Pick<MediaSummary, 'id' | 'isFavorite'>): boolean {
  const isLocal = useIsLocalFavorite(id);
  return useMe() ? isFavorite : isLocal;
}

/** Adds a song or video to the favorites or removes it. The code for this is loaded on the first click. */
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
