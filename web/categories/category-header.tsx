import { categoryPath } from '@scoville/contract/addresses.ts';
import type { Category } from '@scoville/contract/categories.ts';
import { useState } from 'react';
import { pluralize } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { FilterIcon, ShareIcon } from '../ui/icons.tsx';
import { CategoryPicture } from './category-card.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { Stars } from './stars.tsx';
import { type TypeFacets, TypeFacetBoxes } from './type-facets.tsx';

interface CategoryHeaderProps {
  category: Category;
  facets: TypeFacets;
  onFacets: (facets: TypeFacets) => void;
}

/** Name, rating and plays of a playlist, and what one can do with it. */
export function CategoryHeader({ category, facets, onFacets }: CategoryHeaderProps) {
  const [isFiltering, setIsFiltering] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const { kind, slug, name, avgRating, playCount } = category;
  return (
    <header className="mb-8 flex flex-col gap-5 md:flex-row md:items-end md:gap-8">
      <CategoryPicture
        category={category}
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
          <Button onClick={() => setIsFiltering(true)}>
            <FilterIcon className="size-5" />
            Filter Media
          </Button>
          <Button onClick={() => setIsSharing(true)}>
            <ShareIcon className="size-5" />
            Share this playlist
          </Button>
          <TypeFacetBoxes facets={facets} onChange={onFacets} />
        </div>
      </div>
      {isFiltering && <FilterDialog facets={facets} onApply={onFacets} onClose={() => setIsFiltering(false)} />}
      {isSharing && (
        <ShareDialog
          title="Share this playlist"
          kind="playlist"
          name={name}
          path={categoryPath(kind, slug)}
          onClose={() => setIsSharing(false)}
        />
      )}
    </header>
  );
}
