import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { useState } from 'react';
import { shuffled } from '../../platform/lib/seed.ts';
import { useAwake } from '../../platform/ui/awake.ts';
import { chipClass } from '../../platform/ui/chips.tsx';
import { Rail } from '../../platform/ui/rail.tsx';
import { CategoryLink } from './category-link.tsx';

/** Genres and moods in one row, in a different order at each visit. */
export function CategoryStrip({ categories }: { categories: readonly Category[] }) {
  const [order] = useState(() => shuffled(categories));
  const isAwake = useAwake();
  return (
    <Rail label="Genres and moods" step={isAwake ? undefined : 60} gap="chips" arrows="always">
      {order.map((category) => (
        <li key={category.id} className="flex-none snap-start">
          <CategoryLink category={category} className={chipClass(category.kind === 'mood')}>
            {category.name}
          </CategoryLink>
        </li>
      ))}
    </Rail>
  );
}
