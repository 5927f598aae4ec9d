import { media } from '@scoville/contract/catalogue/media/media.ts';
import { LINK_PARAMETER } from '@scoville/contract/catalogue/media/linked-media.ts';
import { placeWithin } from '@scoville/contract/catalogue/player/player.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { CommentSection } from '../../community/comments/comment-section.tsx';
import { MomentMarks } from '../../community/comments/moment-marks.tsx';
import { Heart } from '../favorites/heart.tsx';
import { queryOf, useMe } from '../../platform/lib/query.ts';
import { numberText } from '../../platform/lib/format.ts';
import { prefetchPlay } from '../player/player.ts';
import { StillProcessing } from '../../frame/playing/still-processing.tsx';
import { RatingControl } from '../ratings/rating-control.tsx';
import { ReportButton } from '../../community/reports/report-button.tsx';
import { LateLyrics } from '../timed-text/late-lyrics.tsx';
import { useTitle } from '../../platform/lib/title.ts';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { whenIdle } from '../../platform/ui/when-idle.ts';
import { linkedMediaQuery } from './linked-media.ts';
import { MediaHead } from './media-head.tsx';
import { GenreLinks } from './genre-links.tsx';
import { PlaceLinks } from './place-links.tsx';
import { TagLinks } from './tag-links.tsx';

/** Loaded for reviewers and administrators only. */
const ReviewControls = latePart(async () => ({
  default: (await import('../../review/curation/review-controls.tsx')).ReviewControls,
}));

/** Loaded for the musician and for administrators only. */
const ReviewTrail = latePart(async () => ({
  default: (await import('../../review/trail/review-trail.tsx')).ReviewTrail,
}));

/** Loaded only when the page was opened with a private link. */
const PrivateMedia = neededPart(async () => ({ default: (await import('./private-media.tsx')).PrivateMedia }));

interface MediaScreenProps {
  name: string;
  mediaId: string;
  startAt?: number | undefined;
}

/** The token of the private link by which this page was opened. */
const linkToken = (): string | null => new URLSearchParams(window.location.search).get(LINK_PARAMETER);

const publicQuery = (id: string) => queryOf(media, { params: { id } });

/** The page of one song or video, also for visitors with a private link to it. */
export function MediaScreen(props: MediaScreenProps) {
  const [token] = useState(linkToken);
  return token === null ? <PublicMedia {...props} /> : <LinkedMedia {...props} token={token} />;
}

/**
 * Loads the song or video of the page at the same time as the page's code. If the address has the token of a private
 * link, the request contains it.
 */
MediaScreen.load = (client: QueryClient, id: string): Promise<unknown> => {
  const token = linkToken();
  return token === null ? client.ensureQueryData(publicQuery(id)) : client.ensureQueryData(linkedMediaQuery(id, token));
};

/** The page for a private link. An item that was published since then is shown on its ordinary page. */
function LinkedMedia({ token, ...props }: MediaScreenProps & { token: string }) {
  const { data } = useSuspenseQuery(linkedMediaQuery(props.mediaId, token));
  return data.published ? <PublicMedia {...props} /> : <PrivateMedia id={data.id} token={token} />;
}

function PublicMedia({ mediaId, startAt: linked = 0 }: MediaScreenProps) {
  const { data } = useSuspenseQuery(publicQuery(mediaId));
  const me = useMe();
  useTitle(data.title);
  const startAt = placeWithin(linked, data.length);
  // Visitors of the page are likely to play the item from the beginning.
  useEffect(() => (startAt > 0 ? undefined : whenIdle(() => prefetchPlay(data))), [data, startAt]);
  return (
    <article className="py-6 md:py-8">
      <MediaHead
        media={data}
        startAt={startAt}
        marks={<MomentMarks media={data} />}
        renderHeart={(className) => <Heart media={data} className={className} />}
      >
        {(data.can.curate || data.can.update || data.can.reject) && (
          <Suspense>
            <ReviewControls media={data} />
          </Suspense>
        )}
      </MediaHead>
      {isUnderway(data.stage) && <StillProcessing id={data.id} className="mt-6" />}
      <div className="mt-6">
        <RatingControl media={data} />
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
      {(me?.role === 'admin' || me?.id === data.musician.id) && (
        <Suspense>
          <ReviewTrail key={data.id} media={data} className="mt-9" />
        </Suspense>
      )}
      {data.hasTimedText !== false && <LateLyrics media={data} className="mt-9" />}
      <div className="mt-9">
        <CommentSection media={data} />
      </div>
    </article>
  );
}
