import { BAND_LABELS, type Scores, average, bandOf } from '@scoville/contract/catalogue/media/scores.ts';

/** The average of the current scores, its band, and its outcome. */
export function VerdictSummary({ scores, outcome }: { scores: Scores; outcome: string }) {
  return (
    <output className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-control bg-raised px-4 py-3">
      <span className="tabular font-display text-title font-[650]">{Math.floor(average(scores))}</span>
      <span className="font-[550]">{BAND_LABELS[bandOf(scores)]}</span>
      <span className="text-muted">{outcome}</span>
    </output>
  );
}
