import {
  APPROVAL,
  BAND_LABELS,
  type Band,
  PERFECTLY_SEASONED,
  WELL_DONE,
} from '@scoville/contract/catalogue/media/scores.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { BandLabel } from './score-ring.tsx';

const SUB_SCORES = [
  ['Storytelling', 'What the song or video says, and whether it carries you from start to end.'],
  ['Execution', 'How it is written, played, sung, recorded and mixed.'],
  ['Thumbnail art', 'The picture that represents it: made for it, and clear at any size.'],
];

const BANDS: { band: Band; range: string; meaning: string }[] = [
  {
    band: 'A',
    range: `${PERFECTLY_SEASONED} to 100`,
    meaning: 'Perfectly Seasoned: on Home and in the list of that name.',
  },
  {
    band: 'B',
    range: `${WELL_DONE} to ${PERFECTLY_SEASONED - 1}`,
    meaning: 'Well Done: on Home and in the list of that name.',
  },
  { band: 'C', range: `${APPROVAL} to ${WELL_DONE - 1}`, meaning: 'Approved, with room to grow.' },
  { band: 'D', range: `1 to ${APPROVAL - 1}`, meaning: 'Rejected. The score is not shown to the public.' },
];

/** How scoring works: the three sub-scores, the bands, and how long a review takes. */
export function ScoringCriteria({ onClose }: { onClose: () => void }) {
  const { review } = useSettings();
  return (
    <Dialog title="How scoring works" onClose={onClose}>
      <p>A reviewer gives three scores from 0 to 100. Their average is the score.</p>
      <dl className="mt-4 flex flex-col gap-3">
        {SUB_SCORES.map(([name, meaning]) => (
          <div key={name}>
            <dt className="font-[650]">{name}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 text-title">Bands</h3>
      <ul className="mt-3 flex flex-col gap-3">
        {BANDS.map(({ band, range, meaning }) => (
          <li key={band}>
            <span className="flex flex-wrap items-center gap-x-3">
              <BandLabel band={band} />
              <span className="sr-only">{BAND_LABELS[band]}</span>
              <span className="tabular font-[550]">{range}</span>
            </span>
            <span className="text-muted">{meaning}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 text-title">How long it takes</h3>
      <p className="mt-2">
        A review usually takes {review.promiseHours} hours. In busy weeks it can take up to {review.busyHours} hours.
      </p>
    </Dialog>
  );
}
