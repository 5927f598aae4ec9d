import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { useRef } from 'react';
import { pluralize } from '../../platform/lib/format.ts';
import { useGeneratedArtwork } from '../../pipeline/images/use-generated-artwork.ts';
import { useDrawn } from '../../platform/ui/use-drawn.ts';
import { CategoryLink } from './category-link.tsx';

/** The picture of a genre or mood, or else a generated one. Decorative, because the name is shown beside it. */
export function CategoryPicture({
  category,
  first = false,
  className,
}: {
  category: Pick<Category, 'kind' | 'slug' | 'imageUrl'>;
  /** Whether it is visible on the first screen. */
  first?: boolean;
  className: string;
}) {
  // Generated from the slug instead of the id, so that each new installation has the same picture for a genre.
  const generated = useGeneratedArtwork(category.imageUrl ? null : `${category.kind} ${category.slug}`);
  return (
    <img
      src={category.imageUrl ?? generated}
      alt=""
      width={700}
      height={700}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className={`bg-raised object-cover ${className}`}
    />
  );
}

interface CategoryCardProps {
  category: Category;
  /** Whether it is visible on the first screen. */
  isFirst?: boolean;
}

/** A genre or mood as a picture with its name. */
export function CategoryCard({ category, isFirst = true }: CategoryCardProps) {
  const picture = useRef<HTMLSpanElement>(null);
  const isDrawn = useDrawn(picture, isFirst);
  return (
    <CategoryLink
      category={category}
      className="group/category relative block aspect-[4/3] overflow-hidden rounded-cover md:aspect-video"
    >
      <span ref={picture} className="block size-full bg-raised">
        {isDrawn && (
          <CategoryPicture
            category={category}
            className="size-full transition-transform group-hover/category:scale-[1.03] group-focus-visible/category:scale-[1.03]"
          />
        )}
      </span>
      {/* Dark in both themes, so that the text on the picture is readable even on a white picture. */}
      <span className="absolute inset-x-0 bottom-0 bg-[linear-gradient(#16110e00,#16110eb8_44px,#16110ee6)] px-4 pt-11 pb-3 text-[#f8efe6]">
        <span className="block truncate font-display text-title font-[650] tracking-[-0.02em]">{category.name}</span>
        <span className="tabular block text-caption text-[#d9cabb]">
          {category.kind === 'genre' ? 'Genre' : 'Mood'}, {pluralize(category.mediaCount, 'track', 'tracks')}
        </span>
      </span>
    </CategoryLink>
  );
}

export const categoryGridClass = 'grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4';

/** The number of cards that a phone shows before it is scrolled: five rows. */
const FIRST = 10;

interface CategoryGridProps {
  /** The accessible name of the list. */
  label: string;
  categories: readonly Category[];
  /** False if the list is below a phone's first screen. */
  isFirst?: boolean;
}

/** Genres and moods as cards, two in a row on a phone, four on a desktop. */
export function CategoryGrid({ label, categories, isFirst = true }: CategoryGridProps) {
  return (
    <ul aria-label={label} className={categoryGridClass}>
      {categories.map((category, index) => (
        <li key={category.id}>
          <CategoryCard category={category} isFirst={isFirst && index < FIRST} />
        </li>
      ))}
    </ul>
  );
}
