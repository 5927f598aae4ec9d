import { media } from '@scoville/contract/media.ts';
import { LINK_PARAMETER } from '@scoville/contract/linked-media.ts';
import { placeWithin } from '@scoville/contract/player.ts';
import { isUnderway } from '@scoville/contract/processing.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { MediaComments } from '../comments/media-comments.tsx';
import { MomentMarks } from '../comments/moment-marks.tsx';
import { queryOf } from '../lib/query.ts';
import { numberText } from '../lib/format.ts';
import TrackWaveform from '../player/track-waveform.tsx';
import { timeText } from '../player/clock.ts';
import { playFrom } from '../player/play-from.ts';
import { expectPlay, expecting, playList, useIsInPlayer, useIsPlaying } from '../player/player.ts';
import { StillProcessing } from '../player/still-processing.tsx';
import { MediaRating } from '../ratings/media-rating.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { LateLyrics } from '../timed-text/late-lyrics.tsx';
import { Watched } from '../timed-text/watched.tsx';
import { useTitle } from '../title.ts';
import { ShareMedia } from '../sharing/share-media.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PauseIcon, PlayIcon } from '../ui/first-icons.tsx';
import { latePart } from '../ui/late-part.tsx';
import { neededPart } from '../ui/needed-part.tsx';
import { whenIdle } from '../ui/when-idle.ts';
import { MediaMenu } from './media-menu.tsx';
import { CertifiedHot } from './certified-hot.tsx';
import { Heart } from '../favorites/heart.tsx';
import { Cover } from './cover.tsx';
import { MasterChefBadge } from './master-chef.tsx';
import { MusicianName } from './musician-name.tsx';
import { linkedMediaQuery } from './linked-media.ts';
import { ScoreDetails } from './score-details.tsx';
import { GenreLinks } from './genre-links.tsx';
import { PlaceLinks } from './place-links.tsx';
import { TagLinks } from './tag-links.tsx';

/** Loaded for reviewers and administrators only. */
const ReviewControls = latePart(async () => ({
  default: (await import('../curation/review-controls.tsx')).ReviewControls,
}));

/** Loaded for whoever has a private link. */
const PrivateMedia = neededPart(async () => ({ default: (await import('./private-media.tsx')).PrivateMedia }));

interface MediaScreenProps {
  name: string;
  mediaId: string;
  startAt?: number | undefined;
}

/** The token of the private link by which this page was opened. */
const linkToken = (): string | null => new URLSearchParams(window.location.search).get(LINK_PARAMETER);

const publicQuery = (id: string) => queryOf(media, { params: { id } });

/** The page of one song or video, also for whoever has a private link to it. */
export function MediaScreen(props: MediaScreenProps) {
  const [token] = useState(linkToken);
  return token === null ? <PublicMedia {...props} /> : <LinkedMedia {...props} token={token} />;
}

/** The media that it is about, as its address asks for it, with its code. */
MediaScreen.load = (client: QueryClient, id: string): Promise<unknown> => {
  const token = linkToken();
  return token === null ? client.ensureQueryData(publicQuery(id)) : client.ensureQueryData(linkedMediaQuery(id, token));
};

/** By its private link; what was published since has its ordinary page. */
function LinkedMedia({ token, ...props }: MediaScreenProps & { token: string }) {
  const { data } = useSuspenseQuery(linkedMediaQuery(props.mediaId, token));
  return data.published ? <PublicMedia {...props} /> : <PrivateMedia id={data.id} token={token} />;
}

/** A video that is in the player shows its picture here, where the cover was. */
function PublicMedia({ mediaId, startAt: linked = 0 }: MediaScreenProps) {
  const { data } = useSuspenseQuery(publicQuery(mediaId));
  const startAt = placeWithin(linked, data.length);
  const isPlaying = useIsPlaying(data.id);
  const isInPlayer = useIsInPlayer(data.id);
  const isWatched = isInPlayer && data.mediaType === 'video';
  useTitle(data.title);
  useEffect(() => whenIdle(() => expectPlay(data)), [data.id]);
  // A link to a moment leads there once: what is in the player goes on where it is.
  const startsLater = startAt > 0 && !isInPlayer;
  return (
    <article className="py-6 md:py-8">
      <div
        className={classNames(
          'grid items-center gap-5 md:gap-10',
          isWatched ? 'md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]' : 'md:grid-cols-[minmax(240px,340px)_minmax(0,1fr)]',
        )}
      >
        {isWatched ? (
          <Watched id={data.id} place="page" className="aspect-video overflow-hidden rounded-hero bg-black" />
        ) : (
          <div className="overflow-hidden rounded-hero shadow-[0_30px_80px_-30px_#ff5a1f66]">
            <Cover media={data} sizes="(min-width: 768px) 340px, 92vw" first />
          </div>
        )}
        <div className="min-w-0">
          {data.pinnedFavorite && <CertifiedHot className="mb-2.5" />}
          <h1 dir="auto" className="text-hero break-words">
            {data.title}
          </h1>
          <div className="mt-3 flex items-center gap-1">
            <MusicianName musician={data.musician} className="text-lead font-[550]" withHat={false} />
            {data.musician.isMasterChef && <MasterChefBadge />}
          </div>
          <div className="my-5">
            <TrackWaveform media={data} className="h-16 w-full" />
            <MomentMarks media={data} />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            {data.sources.length > 0 && (
              <Button
                variant="main"
                size="large"
                {...expecting(data)}
                onClick={() => (startsLater ? playFrom(data, startAt) : playList([data], data.id))}
              >
                {isPlaying ? <PauseIcon /> : <PlayIcon />}
                {isPlaying ? 'Pause' : startsLater ? `Play from ${timeText(startAt)}` : 'Play'}
              </Button>
            )}
            <Heart media={data} className="size-[50px] rounded-full inset-ring inset-ring-line hover:bg-raised" />
            <ShareMedia media={data} className="size-[50px] rounded-full inset-ring inset-ring-line hover:bg-raised" />
            <MediaMenu media={data} className="size-[50px] rounded-full inset-ring inset-ring-line hover:bg-raised" />
            <ScoreDetails media={data} />
            {(data.can.curate || data.can.update || data.can.reject) && (
              <Suspense>
                <ReviewControls media={data} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
      {isUnderway(data.stage) && <StillProcessing id={data.id} className="mt-6" />}
      <div className="mt-6">
        <MediaRating media={data} />
      </div>
      <dl className="tabular my-7 grid grid-cols-3 border-y border-line md:my-9">
        {(
          [
            ['plays', data.playCount],
            ['favorites', data.rememberCount],
            ['shares', data.shareCount],
          ] as const
        ).map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse border-line py-4 pl-4 not-first:border-l first:pl-0 md:pl-5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-display text-[26px] leading-tight font-[650]">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <PlaceLinks media={data} className="mb-6" />
      <GenreLinks media={data} className="mb-6" />
      {data.description !== '' && (
        <p dir="auto" className="max-w-[68ch] break-words whitespace-pre-line">
          {data.description}
        </p>
      )}
      <TagLinks tags={data.tags} className="mt-6" />
      <div className="mt-6 -ml-3">
        <ReportButton what={{ kind: 'media', id: data.id, ownerId: data.musician.id }} />
      </div>
      <LateLyrics media={data} className="mt-9" />
      <div className="mt-9">
        <MediaComments media={data} />
      </div>
    </article>
  );
}
