import { classNames } from './class-names.ts';

export interface ProgressBarProps {
  /** The name of the running task, for screen readers. */
  label: string;
  /** 0 to 100; null while unknown. */
  percent: number | null;
  /** Full and animated, for a task of unknown duration. */
  striped?: boolean;
}

export function ProgressBar({ label, percent, striped = false }: ProgressBarProps) {
  const unknown = percent === null || striped;
  const shown = unknown ? 100 : Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <div className="h-2 w-full overflow-hidden rounded-full bg-raised">
      <progress
        className="sr-only"
        aria-label={label}
        max={100}
        value={percent === null ? undefined : Math.round(percent)}
      />
      <div
        aria-hidden="true"
        className={classNames('h-full origin-left rounded-full bg-ember transition-transform', unknown && 'stripes')}
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  );
}
