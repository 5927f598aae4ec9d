import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { BAND_LABELS } from '@scoville/contract/catalogue/media/scores.ts';
import { useState } from 'react';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { BandLabel, ScoreRing } from './score-ring.tsx';

const Criteria = openedPart(async () => ({ default: (await import('./scoring-criteria.tsx')).ScoringCriteria }));

/** Ring and band as a button that opens the scoring criteria. Without a score, only the label, if the band has one. */
export function ScoreDetails({ media: { score, band } }: { media: Pick<Media, 'score' | 'band'> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
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
      {isOpen && <Criteria onClose={close} onFailed={close} />}
    </>
  );
}
