import { type Category, genreInfo, moodInfo } from '@scoville/contract/categories.ts';
import { mediaSearch } from '@scoville/contract/media.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';
import { useTitle } from '../title.ts';

export function CategoryScreen({ kind, id }: { kind: Category['kind']; id: string }) {
  const info = useSuspenseQuery(queryOf(kind === 'genre' ? genreInfo : moodInfo, { params: { id } })).data;
  const list = useSuspenseQuery(queryOf(mediaSearch, { query: { [kind]: info.slug, curated: true } })).data;
  useTitle(info.name);
  return (
    <div className="py-8">
      <h1 className="text-head">{info.name}</h1>
      <MediaLinks media={list.media} />
    </div>
  );
}
