import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNear } from '../ui/use-near.ts';
import { Button } from '../ui/button.tsx';
import { PlaylistGrid } from './playlist-grid.tsx';
import { playlistPagesOf } from './playlists.calls.ts';

/** The public playlists of an account, below the media of its zone: asked for by whoever comes there. */
export function PublicPlaylists({ who }: { who: { id: string; displayName: string } }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useNear(place, () => setIsNear(true), '200px');
  const list = useInfiniteQuery({ ...playlistPagesOf(who.id), enabled: isNear });
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? [];
  if (playlists.length === 0) return <div ref={place} />;
  return (
    <section aria-labelledby="playlists" className="mt-10">
      <h2 id="playlists" className="mb-4 text-title">
        Playlists
      </h2>
      <PlaylistGrid label={`Playlists of ${who.displayName}`} playlists={playlists} />
      {list.hasNextPage && (
        <div className="flex justify-center py-8">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            More playlists
          </Button>
        </div>
      )}
    </section>
  );
}
