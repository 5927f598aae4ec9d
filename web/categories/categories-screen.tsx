import { type Category, genres, moods } from '@scoville/contract/categories.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '../lib/query.ts';

export function CategoriesScreen({ kind }: { kind: Category['kind'] }) {
  return kind === 'genre' ? <Genres /> : <Moods />;
}

function Genres() {
  const { data } = useSuspenseQuery(queryOf(genres, {}));
  return <List title="Genres" categories={data.genres} />;
}

function Moods() {
  const { data } = useSuspenseQuery(queryOf(moods, {}));
  return <List title="Moods" categories={data.moods} />;
}

function List({ title, categories }: { title: string; categories: Category[] }) {
  return (
    <div className="py-8">
      <h1 className="text-head">{title}</h1>
      <ul>
        {categories.map(({ kind, id, slug, name }) => (
          <li key={id}>
            {kind === 'genre' ? (
              <Link to="/genres/$genre" params={{ genre: slug }} className="inline-flex min-h-10 items-center">
                {name}
              </Link>
            ) : (
              <Link to="/moods/$mood" params={{ mood: slug }} className="inline-flex min-h-10 items-center">
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
