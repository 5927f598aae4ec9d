import type { TimedLine } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import type { ReactNode } from 'react';
import { useCaptionsShown } from './captions-choice.ts';
import { useTimedText } from './timed-text.calls.ts';
import { useLinesNow } from './use-lines-now.ts';

const NONE: readonly TimedLine[] = [];

/** The current captions, over the picture of the video in the player. */
export default function Captions({ id }: { id: string }): ReactNode {
  const isShown = useCaptionsShown();
  const query = useTimedText(id);
  const lines = query.data?.lines ?? NONE;
  const now = useLinesNow(lines, isShown && lines.length > 0);
  return (
    <div
      role="region"
      aria-label="Captions"
      className="pointer-events-none absolute inset-x-0 bottom-[6%] flex flex-col items-center gap-1 px-14 text-center empty:hidden"
    >
      {isShown && query.isLoadingError && (
        <p role="alert" className="pointer-events-auto rounded-[6px] bg-black/80 px-2.5 py-1 text-caption text-white">
          Captions could not be loaded.{' '}
          <button type="button" onClick={() => void query.refetch()} className="font-[550] underline">
            Try again
          </button>
        </p>
      )}
      {now.map((index) => (
        <p
          key={index}
          className="max-w-full rounded-[6px] bg-black/80 px-2.5 py-1 text-[clamp(14px,2.2vw,22px)] leading-snug break-words whitespace-pre-line text-white"
        >
          {lines[index]?.text}
        </p>
      ))}
    </div>
  );
}
