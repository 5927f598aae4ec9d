import { mediaOfUser } from '@scoville/contract/media.ts';
import { musician } from '@scoville/contract/users.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';
import { TYPES, type TypeWord } from '../paths.ts';
import { useTitle } from '../title.ts';

export function ProfileScreen({ name, type }: { name: string; type: TypeWord | null }) {
  const who = useSuspenseQuery(queryOf(musician, { params: { id: name } })).data;
  const body = type ? { mediaType: TYPES[type] } : {};
  const list = useSuspenseQuery(queryOf(mediaOfUser, { params: { id: name }, body })).data;
  useTitle(who.displayName);
  return (
    <div className="py-8">
      <h1 className="text-head">{who.displayName}</h1>
      <MediaLinks media={list.media} />
    </div>
  );
}
