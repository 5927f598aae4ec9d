import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { Cover } from '../../pipeline/images/cover.tsx';
import { useGeneratedArtwork } from '../../pipeline/images/use-generated-artwork.ts';
import { classNames } from '../../platform/ui/class-names.ts';

interface PlaylistPictureProps {
  playlist: Pick<Playlist, 'id' | 'covers'>;
  /** The width at which the picture is shown. */
  sizes: string;
  className?: string;
}

/**
 * A square of four covers, or the first cover if there are fewer, or a generated picture if there is none. Decorative,
 * because the name is shown beside it.
 */
export function PlaylistPicture({ playlist: { id, covers }, sizes, className }: PlaylistPictureProps) {
  const shown = covers.length < 4 ? covers.slice(0, 1) : covers;
  const generated = useGeneratedArtwork(shown.length === 0 ? `playlist ${id}` : null);
  return (
    <div
      className={classNames(
        'grid aspect-square overflow-hidden bg-raised',
        shown.length === 4 && 'grid-cols-2',
        className,
      )}
    >
      {shown.map((cover) => (
        <Cover key={cover.id} media={cover} sizes={sizes} />
      ))}
      {generated !== undefined && <img src={generated} alt="" width={700} height={700} className="size-full" />}
    </div>
  );
}
