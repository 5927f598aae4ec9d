import { type Category, genres, moods } from '@scoville/contract/categories.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { CategoryGrid } from './category-card.tsx';

export function CategoriesScreen({ kind }: { kind: Category['kind'] }) {
  return kind === 'genre' ? <Genres /> : <Moods />;
}

function Genres() {
  const { data } = useSuspenseQuery(queryOf(genres, {}));
  return <All title="Genres" categories={data.genres} />;
}

function Moods() {
  const { data } = useSuspenseQuery(queryOf(moods, {}));
  return <All title="Moods" categories={data.moods} />;
}

function All({ title, categories }: { title: string; categories: readonly Category[] }) {
  return (
    <div className="py-8">
      <h1 className="mb-6 text-head">{title}</h1>
      <CategoryGrid label={title} categories={categories} />
    </div>
  );
}
