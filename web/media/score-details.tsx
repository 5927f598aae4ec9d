import type { Media } from '@scoville/contract/media.ts';
import { BAND_LABELS } from '@scoville/contract/scores.ts';
import { Suspense, lazy, useState } from 'react';
import { BandLabel, ScoreRing } from './score-ring.tsx';

const Criteria = lazy(() =>
  import('./scoring-criteria.tsx').then(({ ScoringCriteria }) => ({ default: ScoringCriteria })),
);

/** Ring and band as a button that opens the scoring criteria; without a score, the label alone where there is one. */
export function ScoreDetails({ media: { score, band } }: { media: Pick<Media, 'score' | 'band'> }) {
  const [isOpen, setOpen] = useState(false);
  if (band === null || (score === null && band !== 'D')) return null;
  return (
    <>
      <button
        type="button"
        aria-label={`${score === null ? '' : `Score ${score}, `}${BAND_LABELS[band]}. How scoring works`}
        onClick={() => setOpen(true)}
        className="inline-flex min-h-12 items-center gap-3 rounded-control pr-3 hover:bg-raised"
      >
        <ScoreRing score={score} band={band} size="hero" />
        <BandLabel band={band} />
      </button>
      {isOpen && (
        <Suspense>
          <Criteria onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
