import { home } from '@scoville/contract/discovery.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';

export function HomeScreen() {
  const { data } = useSuspenseQuery(queryOf(home, {}));
  return (
    <div className="flex flex-col gap-9 py-8">
      <h1 className="sr-only">Home</h1>
      <section>
        <h2 className="text-head">Perfectly Seasoned</h2>
        <MediaLinks media={data.perfectlySeasoned} />
      </section>
      <section>
        <h2 className="text-head">Well Done</h2>
        <MediaLinks media={data.wellDone} />
      </section>
    </div>
  );
}
