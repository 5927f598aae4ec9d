import type { Draw, TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { useMutation } from '@tanstack/react-query';
import { CheckIcon, ClockIcon, InfoIcon, WarningIcon } from '../../platform/ui/icons.tsx';
import { type DrawCheck, checkDraw } from './check-draw.ts';
import { TaskButton } from './task-button.tsx';
import { checkText } from './trail-text.ts';
import { readRecord } from './trail.calls.ts';

interface DrawCheckButtonProps {
  entries: readonly TrailEntry[];
  /** The entry with the draw. */
  position: number;
  draw: Draw;
}

/** Repeats a draw in the browser, and shows the result. */
export function DrawCheckButton({ entries, position, draw }: DrawCheckButtonProps) {
  const check = useMutation({
    mutationFn: async () => checkDraw(await readRecord(entries, [draw]), position),
  });
  return (
    <>
      <TaskButton task={check} aria-label={`Check this draw of ${draw.reviewer}`}>
        Check this draw
      </TaskButton>
      <output className="flex gap-2 not-empty:mt-2">{check.data && <Result check={check.data} />}</output>
    </>
  );
}

const ICONS = {
  right: <CheckIcon className="size-[22px] flex-none text-herb" />,
  unrevealed: <ClockIcon className="size-[22px] flex-none text-muted" />,
  wrong: <WarningIcon className="size-[22px] flex-none text-error" />,
  insecure: <InfoIcon className="size-[22px] flex-none text-muted" />,
};

const Result = ({ check }: { check: DrawCheck }) => (
  <>
    {ICONS[check.kind]}
    <span className="min-w-0">{checkText(check)}</span>
  </>
);
