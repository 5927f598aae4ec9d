import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { type GenreInfo, genreInfo, moodInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { categoryList } from '@scoville/contract/catalogue/categories/category-list.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useMediaTools } from '../../review/administration/use-media-tools.tsx';
import { useSeed } from '../../platform/lib/use-seed.ts';
import { call } from '../../platform/lib/call.ts';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { keyOf, useMe, useSettings } from '../../platform/lib/query.ts';
import { GridLoading, MediaGrid } from '../media/media-grid.tsx';
import { LIST_KEPT, type MediaPages, useMediaPages } from '../media/media-pages.ts';
import { playWhole } from '../player/play-whole.ts';
import { useTitle } from '../../platform/lib/title.ts';
import { Button, buttonClass } from '../../platform/ui/button.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { EmptyState } from '../../platform/ui/states.tsx';
import { CategoryHeader } from './category-header.tsx';
import { filterQuery, isFiltered, useFilter, useUnknownPlaceNotice, withoutFilter } from './use-filter.ts';

/** Loaded for administrators only. */
const ArrangedPlaylist = neededPart(() => import('./arranged-playlist.tsx'));

const EMPTY = {
  genre: 'There is currently no media in this Genre.',
  mood: 'There is currently no media in this Mood.',
};

function categoryQuery(kind: Category['kind'], id: string, curated: boolean) {
  const mood = { params: { id } };
  const genre = { ...mood, ...(!curated && { query: { curated } }) };
  return queryOptions<GenreInfo, Error>({
    queryKey: kind === 'genre' ? keyOf(genreInfo, genre) : keyOf(moodInfo, mood),
    queryFn: ({ signal }) =>
      kind === 'genre' ? call(genreInfo, { ...genre, signal }) : call(moodInfo, { ...mood, signal }),
    gcTime: LIST_KEPT,
  });
}

/**
 * Whether the list contains only what reviewers placed there. Musicians can place songs in genres, but not in moods.
 */
function useIsCurated(kind: Category['kind']): boolean {
  const { curated = true } = useSearch({ strict: false });
  return kind === 'mood' || curated;
}

/** The playlist of a genre or mood. If it does not exist, a message links to the existing ones. */
export function CategoryScreen({ kind, id }: { kind: Category['kind']; id: string }) {
  const curated = useIsCurated(kind);
  const { data, error } = useQuery({
    ...categoryQuery(kind, id, curated),
    throwOnError: (failure) => !isNotFound(failure),
    // Keep the heading while the figures of the other list load.
    placeholderData: (before) => (before?.slug === id ? before : undefined),
  });
  if (data) return <Playlist kind={kind} category={data} />;
  if (isNotFound(error)) return <UnknownCategory kind={kind} />;
  return (
    <div className="py-8">
      <GridLoading />
    </div>
  );
}

function UnknownCategory({ kind }: { kind: Category['kind'] }) {
  useTitle('Not found');
  return (
    <EmptyState
      action={
        <Link to={`/${kind}s`} className={buttonClass('main')}>
          {`All ${kind}s`}
        </Link>
      }
    >
      {`This ${kind} was not found.`}
    </EmptyState>
  );
}

/** The songs and videos of a genre or mood, in a different order at each visit. */
function Playlist({ kind, category }: { kind: Category['kind']; category: GenreInfo }) {
  const { play } = useSearch({ strict: false });
  const curated = useIsCurated(kind);
  const [filter, setFilter] = useFilter();
  const isAdmin = useMe()?.role === 'admin';
  // Administrators see the saved order, which they can change.
  const seed = useSeed(useSettings().client.shufflePlaylists && !isAdmin);
  const query = { ...categoryList(kind, category.slug, curated, seed), ...filterQuery(filter) };
  const listKey = keyOf(mediaSearch, { query });
  const pages = useMediaPages(
    listKey,
    (cursor, signal) => call(mediaSearch, { query: { ...query, cursor }, signal }),
    seed,
  );
  useTitle(category.name);
  usePlayFirst(pages, play);
  const tools = useMediaTools();
  useUnknownPlaceNotice(filter.location, pages.first?.near);
  // Lists near a place or under review come from the search, which has its own order. Musicians' genres have no
  // arranged order.
  const { id } = category;
  const isArranged = curated && filter.location === '' && !filter.facets.local && !filter.facets.underReview;
  return (
    <div className="py-8">
      <CategoryHeader category={category} filter={filter} onFilter={setFilter} pages={pages} />
      {isAdmin && curated && !isArranged && pages.media.length > 1 && (
        <p className="mb-4 text-muted">
          {`To change the order of this ${kind}, clear the location and Under Review filters.`}
        </p>
      )}
      <MediaGrid
        label={category.name}
        pages={pages}
        empty={
          isFiltered(filter) ? (
            <EmptyState action={<Button onClick={() => setFilter(withoutFilter(filter))}>Show everything</Button>}>
              Nothing matches this filter.
            </EmptyState>
          ) : (
            <EmptyState>{EMPTY[kind]}</EmptyState>
          )
        }
        tools={tools}
        {...(isAdmin &&
          seed === undefined &&
          id !== null &&
          isArranged && {
            renderList: (media: MediaPages['media']) => (
              <Suspense>
                <ArrangedPlaylist
                  kind={kind}
                  categoryId={id}
                  label={category.name}
                  media={media}
                  listKey={listKey}
                  tools={tools}
                />
              </Suspense>
            ),
          })}
      />
    </div>
  );
}

/** Fetches the data of the header in parallel with the code; the screen shows any failure. */
CategoryScreen.load = (client: QueryClient, kind: Category['kind'], id: string, curated: boolean) =>
  Promise.allSettled([client.ensureQueryData(categoryQuery(kind, id, curated))]);

/**
 * Starts playing once the list is loaded, if the address requests it: with the first song or video, or with the one
 * whose id the address contains. The request is then removed from the address, so that Back and a reload show the
 * playlist without playing.
 */
function usePlayFirst({ media }: MediaPages, from: string | boolean | undefined): void {
  const navigate = useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (from === undefined) done.current = false;
    const first = media.find(({ sources }) => sources.length > 0);
    if (done.current || !first || from === undefined || from === false) return;
    done.current = true;
    playWhole(media, media.some(({ id }) => id === from) ? String(from) : first.id);
    void navigate({ to: '.', search: (was) => ({ ...was, play: undefined }), replace: true, resetScroll: false });
  }, [media, from, navigate]);
}
