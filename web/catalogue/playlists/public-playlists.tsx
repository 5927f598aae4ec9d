import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNear } from '../../platform/ui/use-near.ts';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { ErrorState } from '../../platform/ui/states.tsx';
import { PlaylistGrid } from './playlist-grid.tsx';
import { playlistPagesOf } from './playlists.calls.ts';

/** The public playlists of an account, below the media of its profile. Loaded when the viewer scrolls near them. */
export function PublicPlaylists({ who }: { who: { id: string; displayName: string } }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useNear(place, () => setIsNear(true), '200px');
  const list = useInfiniteQuery({ ...playlistPagesOf(who.id), enabled: isNear });
  const { productName } = useSettings();
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? [];
  const failed = list.isError && !list.data;
  if (playlists.length === 0 && !failed) return <div ref={place} />;
  return (
    <section aria-labelledby="playlists" className="mt-10">
      <h2 id="playlists" className="mb-4 text-title">
        Playlists
      </h2>
      {failed ? (
        <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />
      ) : (
        <PlaylistGrid label={`Playlists of ${who.displayName}`} playlists={playlists} />
      )}
      <div className="flex justify-center py-8 empty:hidden">
        {!failed && <NextPage list={list} label="More playlists" />}
      </div>
    </section>
  );
}
