import { type Category, genreInfo, moodInfo } from '@scoville/contract/categories.ts';
import { DEFAULT_FACETS } from '@scoville/contract/facets.ts';
import { mediaSearch } from '@scoville/contract/media-lists.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSeed } from '../lib/use-seed.ts';
import { call } from '../lib/call.ts';
import { keyOf, queryOf } from '../lib/query.ts';
import { MediaGrid } from '../media/media-grid.tsx';
import { type MediaPages, useMediaPages } from '../media/media-pages.ts';
import { playList } from '../player/player.ts';
import { useTitle } from '../title.ts';
import { EmptyState } from '../ui/states.tsx';
import { CategoryHeader } from './category-header.tsx';
import type { TypeFacets } from './type-facets.tsx';

const EMPTY = {
  genre: 'There is currently no media in this Genre.',
  mood: 'There is currently no media in this Mood.',
};

/** A genre's or a mood's playlist, in another order at every visit. */
export function CategoryScreen({ kind, id }: { kind: Category['kind']; id: string }) {
  const { data: category } = useSuspenseQuery(queryOf(kind === 'genre' ? genreInfo : moodInfo, { params: { id } }));
  const { curated = true, facets: chosen, play } = useSearch({ strict: false });
  const navigate = useNavigate();
  const seed = useSeed();
  const facets = { ...DEFAULT_FACETS, ...chosen };
  const query = { [kind]: category.slug, curated, facets: JSON.stringify(facets), seed };
  const pages = useMediaPages(keyOf(mediaSearch, { query }), (cursor, signal) =>
    call(mediaSearch, { query: { ...query, cursor }, signal }),
  );
  useTitle(category.name);
  usePlayFirst(pages, play);
  const show = (types: TypeFacets) =>
    void navigate({
      to: '.',
      search: (was) => ({ ...was, facets: { ...facets, ...types } }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="py-8">
      <CategoryHeader category={category} facets={facets} onFacets={show} />
      <MediaGrid label={category.name} pages={pages} empty={<EmptyState>{EMPTY[kind]}</EmptyState>} />
    </div>
  );
}

/** Plays once the list is there, when the address asks for it: from its first media, or from the one that it names. */
function usePlayFirst({ media }: MediaPages, from: string | boolean | undefined): void {
  const done = useRef(false);
  useEffect(() => {
    const first = media.find(({ sources }) => sources.length > 0);
    if (done.current || !first || from === undefined || from === false) return;
    done.current = true;
    playList(media, media.some(({ id }) => id === from) ? String(from) : first.id);
  }, [media, from]);
}
