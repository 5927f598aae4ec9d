import { browse } from '@scoville/contract/discovery.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';

export function BrowseScreen() {
  const { data } = useSuspenseQuery(queryOf(browse, {}));
  return (
    <div className="py-8">
      <h1 className="text-head">Recommendations based on your latest music choices</h1>
      <MediaLinks media={data.media} />
    </div>
  );
}
