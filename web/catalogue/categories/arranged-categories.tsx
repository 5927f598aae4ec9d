import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { SortableList } from '../../platform/ui/sortable.tsx';
import { arrangeCategories } from './categories.calls.ts';
import { CategoryCard, categoryGridClass } from './category-card.tsx';

interface ArrangedCategoriesProps {
  kind: Category['kind'];
  label: string;
  categories: readonly Category[];
}

/** Genres or moods for administrators, who arrange their order. */
export default function ArrangedCategories({ kind, label, categories }: ArrangedCategoriesProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const sort = (sorted: Category[]) => {
    arrangeCategories(client, kind, sorted).catch((error: unknown) =>
      showFailure(error, productName, 'The new order could not be saved.'),
    );
  };
  return (
    <SortableList
      items={categories}
      label={label}
      className={categoryGridClass}
      nameOf={({ name }) => name}
      onSort={sort}
    >
      {(category, _, handle) => (
        <div className="relative">
          <CategoryCard category={category} />
          <div className="absolute top-2 right-2 rounded-control bg-surface">{handle}</div>
        </div>
      )}
    </SortableList>
  );
}
