import { mediaOfUser } from '@scoville/contract/media-lists.ts';
import { musician } from '@scoville/contract/users.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../lib/call.ts';
import { keyOf, queryOf } from '../lib/query.ts';
import { pluralize } from '../lib/words.ts';
import { MediaGrid } from '../media/media-grid.tsx';
import { useMediaPages } from '../media/media-pages.ts';
import { TYPE_WORDS, type TypeWord } from '@scoville/contract/addresses.ts';
import { useTitle } from '../title.ts';
import { Avatar } from '../ui/avatar.tsx';
import { HatIcon } from '../ui/first-icons.tsx';
import { EmptyState } from '../ui/states.tsx';

const SIZE = 20;
const EMPTY = { all: 'No songs or videos here yet.', songs: 'No songs here yet.', videos: 'No videos here yet.' };

/** A musician's public page: who it is, and what there is to hear. */
export function ProfileScreen({ name, type }: { name: string; type: TypeWord | null }) {
  const { data: who } = useSuspenseQuery(queryOf(musician, { params: { id: name } }));
  const body = { published: true, ...(type ? { mediaType: TYPE_WORDS[type] } : {}) };
  const pages = useMediaPages(keyOf(mediaOfUser, { params: { id: who.id }, body }), (cursor, signal) =>
    call(mediaOfUser, { params: { id: who.id }, body: { ...body, pagingOptions: { size: SIZE, cursor } }, signal }),
  );
  useTitle(who.displayName);
  return (
    <div className="py-8">
      <header className="mb-6 flex items-center gap-5">
        <Avatar name={who.displayName} image={who.profileImg} className="size-20 text-head md:size-28" />
        <div className="min-w-0">
          <h1
            aria-label={who.isMasterChef ? `${who.displayName}, Master Chef` : undefined}
            className="flex items-center gap-2 text-[clamp(28px,3.4vw,44px)] leading-tight break-words"
          >
            {who.displayName}
            {who.isMasterChef && <HatIcon className="size-7 flex-none text-amber" />}
          </h1>
          {who.title && <p className="text-muted">{who.title}</p>}
          <p className="tabular text-muted">{pluralize(who.playCount, 'play', 'plays')}</p>
        </div>
      </header>
      <TypeLinks name={name} />
      <MediaGrid
        label={`Media of ${who.displayName}`}
        pages={pages}
        empty={<EmptyState>{EMPTY[type ?? 'all']}</EmptyState>}
      />
    </div>
  );
}

const linkClass =
  'inline-flex min-h-10 items-center border-b-2 border-transparent text-muted hover:text-text data-[status=active]:border-text data-[status=active]:text-text';

function TypeLinks({ name }: { name: string }) {
  return (
    <nav aria-label="Kinds of media" className="mb-6 flex gap-6 border-b border-line">
      <Link to="/$name" params={{ name }} activeOptions={{ exact: true }} className={linkClass}>
        All
      </Link>
      <Link to="/$name/$item" params={{ name, item: 'songs' }} className={linkClass}>
        Songs
      </Link>
      <Link to="/$name/$item" params={{ name, item: 'videos' }} className={linkClass}>
        Videos
      </Link>
    </nav>
  );
}
