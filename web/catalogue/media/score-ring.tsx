import { BAND_LABELS, type Band } from '@scoville/contract/catalogue/media/scores.ts';
import { classNames } from '../../platform/ui/class-names.ts';

const COLORS: Record<Band, string> = {
  A: 'text-ember',
  B: 'text-amber',
  C: 'text-herb',
  D: 'text-ash',
  E: 'text-ash',
};

interface Scored {
  score: number | null;
  band: Band | null;
}

/** A circle with this radius has a circumference of 97.39 units. */
const RADIUS = 15.5;
const AROUND = 2 * Math.PI * RADIUS;

/**
 * A ring that fills up to the score in its band's colour, with the score inside. Renders nothing if the viewer may not
 * see the score.
 */
export function ScoreRing({ score, band, size = 'list' }: Scored & { size?: 'list' | 'hero' }) {
  if (score === null || band === null) return null;
  return (
    <span
      className={classNames(
        'relative grid flex-none place-items-center',
        size === 'hero' ? 'size-12' : 'size-[34px]',
        COLORS[band],
      )}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="3">
        <circle cx="18" cy="18" r={RADIUS} className="stroke-line" />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={`${(score / 100) * AROUND} ${AROUND}`}
        />
      </svg>
      <span className="sr-only">{`Score ${score}, ${BAND_LABELS[band]}`}</span>
      <span
        aria-hidden="true"
        className={classNames(
          'tabular font-display leading-none font-bold text-text',
          size === 'hero' ? 'text-[17px]' : 'text-[12px]',
        )}
      >
        {score}
      </span>
    </span>
  );
}

/** The name of the band, beside a ring. Hidden from screen readers, because the ring's label contains it. */
export function BandLabel({ band }: { band: Band }) {
  return (
    <span aria-hidden="true" className={classNames('font-display text-[14px] leading-none font-bold', COLORS[band])}>
      {BAND_LABELS[band]}
    </span>
  );
}
