import type { TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { momentText } from '../../platform/lib/format.ts';
import { DrawCheckButton } from './draw-check-button.tsx';
import { entryDetails, entryText } from './trail-text.ts';

/** One entry of a trail: what happened, when, and a way to check it if it is a draw. */
export function TrailLine({ entries, index }: { entries: readonly TrailEntry[]; index: number }) {
  const entry = entries[index]!;
  const { at, fact, position } = entry;
  return (
    <li className="relative wrap-anywhere">
      <span
        aria-hidden="true"
        className="absolute top-[7px] -left-[25px] size-[9px] rounded-full border border-ash bg-bg"
      />
      <p>{entryText(entries, index)}</p>
      {entryDetails(entry).map((detail) => (
        <p key={detail} className="text-caption text-muted">
          {detail}
        </p>
      ))}
      <time dateTime={at} className="block text-caption text-muted">
        {momentText(at)}
      </time>
      {fact.kind === 'drawn' && <DrawCheckButton entries={entries} position={position} draw={fact.draw} />}
    </li>
  );
}
