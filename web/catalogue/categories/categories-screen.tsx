import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useMe } from '../../platform/lib/query.ts';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { genresQuery, moodsQuery } from './categories.calls.ts';
import { CategoryGrid } from './category-card.tsx';

/** Loaded for administrators only. */
const ArrangedCategories = neededPart(() => import('./arranged-categories.tsx'));

export function CategoriesScreen({ kind }: { kind: Category['kind'] }) {
  return kind === 'genre' ? <Genres /> : <Moods />;
}

/** Fetches the screen's data in parallel with its code; the screen shows any failure. */
CategoriesScreen.load = (client: QueryClient, kind: Category['kind']) =>
  Promise.allSettled([kind === 'genre' ? client.ensureQueryData(genresQuery) : client.ensureQueryData(moodsQuery)]);

function Genres() {
  const { data } = useSuspenseQuery(genresQuery);
  return <All kind="genre" title="Genres" categories={data.genres} />;
}

function Moods() {
  const { data } = useSuspenseQuery(moodsQuery);
  return <All kind="mood" title="Moods" categories={data.moods} />;
}

interface AllProps {
  kind: Category['kind'];
  title: string;
  categories: readonly Category[];
}

function All({ kind, title, categories }: AllProps) {
  const isAdmin = useMe()?.role === 'admin';
  const grid = <CategoryGrid label={title} categories={categories} />;
  return (
    <div className="py-8">
      <h1 className="mb-6 text-head">{title}</h1>
      {isAdmin ? (
        <Suspense fallback={grid}>
          <ArrangedCategories kind={kind} label={title} categories={categories} />
        </Suspense>
      ) : (
        grid
      )}
    </div>
  );
}
