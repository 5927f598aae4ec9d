import { media } from '@scoville/contract/media.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';

export function EditMediaScreen({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryOf(media, { params: { id } }));
  return (
    <div className="py-8">
      <h1 className="text-head">{data.title}</h1>
    </div>
  );
}
