import { type BandList, curatedList } from '@scoville/contract/discovery.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';

export function BandScreen({ list }: { list: BandList }) {
  const { data } = useSuspenseQuery(queryOf(curatedList, { query: { list } }));
  return (
    <div className="py-8">
      <h1 className="text-head">{list === 'well-done' ? 'Well Done' : 'Perfectly Seasoned'}</h1>
      <MediaLinks media={data.media} />
    </div>
  );
}
