import { useSuspenseQuery } from '@tanstack/react-query';
import { LyricsByLink, useWordsByLink } from '../timed-text/words-by-link.tsx';
import { useTitle } from '../../platform/lib/title.ts';
import { Cover } from '../../pipeline/images/cover.tsx';
import { linkedMediaQuery } from './linked-media.ts';
import { MusicianName } from './musician-name.tsx';
import { PrivatePlayer } from './private-player.tsx';
import { GenreLinks } from './genre-links.tsx';
import { TagLinks } from './tag-links.tsx';

/**
 * A song or video that is not public, for a visitor with its private link. It plays only here: it enters no queue,
 * history or list, and has no actions that would show it to others.
 */
export function PrivateMedia({ id, token }: { id: string; token: string }) {
  const query = useSuspenseQuery(linkedMediaQuery(id, token));
  const { data: media } = query;
  const words = useWordsByLink(id, token);
  const isSong = media.mediaType === 'song';
  useTitle(media.title);
  return (
    <article className="py-6 md:py-8">
      <p className="mb-5 rounded-control bg-raised px-4 py-3">
        This {media.mediaType} is not public. You see it because somebody gave you a private link; its owner can revoke
        the link at any time.
      </p>
      {/* A playing video replaces the cover and takes the full width. */}
      <div className="group grid items-center gap-5 md:grid-cols-[minmax(240px,340px)_minmax(0,1fr)] md:gap-10 md:has-[video:not([hidden])]:grid-cols-1">
        <div className="overflow-hidden rounded-hero shadow-[0_30px_80px_-30px_#ff5a1f66] group-has-[video:not([hidden])]:hidden">
          <Cover media={media} sizes="(min-width: 768px) 340px, 92vw" first />
        </div>
        <div className="min-w-0">
          <h1 dir="auto" className="text-hero break-words">
            {media.title}
          </h1>
          <div className="mt-3 mb-5">
            <MusicianName musician={media.musician} className="text-lead font-[550]" withHat={false} />
          </div>
          <PrivatePlayer
            media={media}
            captions={isSong ? undefined : words}
            onExpired={async () => (await query.refetch({ throwOnError: true })).data}
          />
        </div>
      </div>
      {media.description !== '' && (
        <p dir="auto" className="mt-7 max-w-[68ch] break-words whitespace-pre-line">
          {media.description}
        </p>
      )}
      <GenreLinks media={media} className="mt-6" />
      <TagLinks tags={media.tags} className="mt-6" />
      {isSong && <LyricsByLink lines={words} />}
    </article>
  );
}
