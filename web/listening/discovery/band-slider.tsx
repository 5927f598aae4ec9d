import type { BandList } from '@scoville/contract/listening/discovery/discovery.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { MediaRail } from '../../catalogue/media/media-rail.tsx';
import { PageLink } from '../../platform/ui/page-link.tsx';
import { BANDS } from './band-titles.ts';

/** A band's list on Home, with a link to the complete list; renders nothing while it is empty. */
export function BandSlider({ list, media }: { list: BandList; media: readonly MediaSummary[] }) {
  if (media.length === 0) return null;
  const { title, path } = BANDS[list];
  return (
    <section aria-labelledby={`slider-${list}`}>
      <header className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={`slider-${list}`} className="text-[24px] leading-tight md:text-head">
          {title}
        </h2>
        <PageLink
          to={path}
          className="inline-flex min-h-10 items-center font-[550] whitespace-nowrap text-muted underline decoration-line underline-offset-4 hover:text-text"
        >
          See more<span className="sr-only"> of {title}</span>
        </PageLink>
      </header>
      <MediaRail label={title} media={media} isFirst={false} />
    </section>
  );
}
