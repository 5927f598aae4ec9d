import { media } from '@scoville/contract/media.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { useTitle } from '../title.ts';

export function MediaScreen({ mediaId }: { name: string; mediaId: string }) {
  const { data } = useSuspenseQuery(queryOf(media, { params: { id: mediaId } }));
  useTitle(data.title);
  return (
    <article className="py-8">
      <h1 className="text-head">{data.title}</h1>
      <p className="text-muted">{data.musician.displayName}</p>
      <p className="mt-4 whitespace-pre-line">{data.description}</p>
    </article>
  );
}
