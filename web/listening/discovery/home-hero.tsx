import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Suspense } from 'react';
import { CertifiedHot } from '../../catalogue/media/certified-hot.tsx';
import { Cover } from '../../pipeline/images/cover.tsx';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { BandLabel, ScoreRing } from '../../catalogue/media/score-ring.tsx';
import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { prefetchHandlers, playList, useIsPlaying } from '../../catalogue/player/player.ts';
import { Button } from '../../platform/ui/button.tsx';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';

const TrackWaveform = latePart(() => import('../../catalogue/player/track-waveform.tsx'));
const HeroTools = latePart(() => import('./hero-tools.tsx'));

/** The pinned favorite at the top of Home. */
export function HomeHero({ media }: { media: Media }) {
  const isPlaying = useIsPlaying(media.id);
  const { band, curatedGenre, curatedMood } = media;
  const taste = [curatedGenre, curatedMood].flatMap((category) => category?.name ?? []).join(', ');
  return (
    <section
      aria-label="Certified Hot"
      className="grid items-center gap-5 md:grid-cols-[minmax(0,340px)_minmax(0,1fr)] md:gap-10"
    >
      <PageLink
        to={mediaPath(media)}
        tabIndex={-1}
        aria-hidden="true"
        className="block overflow-hidden rounded-hero shadow-[0_30px_80px_-30px_#ff5a1f66]"
      >
        <Cover media={media} sizes="(min-width: 768px) 340px, 100vw" first className="max-md:aspect-[16/11]" />
      </PageLink>
      <div className="min-w-0">
        <CertifiedHot />
        <h1 dir="auto" className="mt-2.5 mb-3 text-hero font-bold tracking-[-0.035em] break-words">
          <PageLink to={mediaPath(media)} className="hover:underline">
            {media.title}
          </PageLink>
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 text-lead">
          <MusicianName musician={media.musician} className="min-h-10 font-[550]" />
          {taste && <span className="text-muted wrap-anywhere">{taste}</span>}
        </p>
        <div className="my-5 h-16">
          <Suspense>
            <TrackWaveform media={media} className="size-full" />
          </Suspense>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {media.sources.length > 0 && (
            <Button
              variant="main"
              size="large"
              {...prefetchHandlers(media)}
              onClick={() => playList([media], media.id)}
            >
              {isPlaying ? <PauseIcon /> : <PlayIcon />}
              {isPlaying ? 'Pause' : 'Play'}
            </Button>
          )}
          <span className="flex items-center gap-3">
            <ScoreRing score={media.score} band={band} size="hero" />
            {band !== null && media.score !== null && <BandLabel band={band} />}
          </span>
          <Suspense>
            <HeroTools media={media} />
          </Suspense>
        </div>
      </div>
    </section>
  );
}
