import { mediaSearch } from '@scoville/contract/media.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';

export function AdminMediaScreen() {
  const { data } = useSuspenseQuery(queryOf(mediaSearch, {}));
  return (
    <div className="py-8">
      <h1 className="text-head">Administer Media</h1>
      <MediaLinks media={data.media} />
    </div>
  );
}
