import type { GenreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import type { MediaList } from '@scoville/contract/catalogue/media/media-lists.ts';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMe } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { ListMenu } from '../media/list-menu.tsx';
import type { MediaPages } from '../media/media-pages.ts';
import { sharedPlaylist } from '../sharing/shareable.ts';
import { ShareControl } from '../sharing/share-control.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { ShareIcon } from '../../platform/ui/icons.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { CategoryPicture } from './category-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Stars } from '../ratings/stars.tsx';
import type { Filter } from './use-filter.ts';

const CategoryImage = latePart(() => import('./category-image.tsx'));

interface CategoryHeaderProps {
  category: GenreInfo;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  pages: MediaPages<MediaList>;
}

/** The name, rating and plays of a playlist, and its actions. */
export function CategoryHeader({ category, filter, onFilter, pages }: CategoryHeaderProps) {
  const isAdmin = useMe()?.role === 'admin';
  const { id, kind, name, avgRating, playCount } = category;
  // The address of the list as it is shown, without automatic playback and the open drawer, which belong to this visit.
  const { searchStr } = useRouter().buildLocation({
    to: '.',
    search: (was) => ({ ...was, play: undefined, filters: undefined }),
  });
  return (
    <header className="mb-8 flex flex-col gap-5 md:flex-row md:items-end md:gap-8">
      <CategoryPicture
        category={category}
        first
        className="aspect-[16/7] w-full rounded-hero md:aspect-square md:w-[200px] md:flex-none"
      />
      <div className="min-w-0">
        <p className="font-[550] text-muted">{kind === 'genre' ? 'Genre' : 'Mood'}</p>
        <h1 className="mt-1 mb-2 text-[clamp(32px,4vw,52px)] leading-none break-words">{name}</h1>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
          <Stars rating={avgRating} />
          <span className="tabular text-muted">{pluralize(playCount, 'play', 'plays')}</span>
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <ShareControl what={sharedPlaylist(category, searchStr)}>
            {(open) => (
              <Button onClick={open}>
                <ShareIcon className="size-5" />
                Share this playlist
              </Button>
            )}
          </ShareControl>
          {pages.media.some(({ sources }) => sources.length > 0) && <ListMenu name={name} whole={pages.whole} />}
          <FilterBar filter={filter} onChange={onFilter} near={pages.first?.near} />
          {kind === 'genre' && id !== null && <UncuratedBox />}
        </div>
        {isAdmin && id !== null && (
          <div className="mt-3 min-h-10">
            <Suspense>
              <CategoryImage category={{ ...category, id }} />
            </Suspense>
          </div>
        )}
      </div>
    </header>
  );
}

/** The checkbox that adds songs and videos placed in a genre by their musicians to those placed by reviewers. */
function UncuratedBox() {
  const { curated = true } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Checkbox
      label="Include musicians’ own genres"
      checked={!curated}
      onChange={({ target }) =>
        void navigate({
          to: '.',
          search: (was) => ({ ...was, curated: target.checked ? false : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
