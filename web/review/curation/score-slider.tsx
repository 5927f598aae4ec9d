import { useId } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';
import { Slider } from '../../platform/ui/slider.tsx';

export interface ScoreSliderProps {
  label: string;
  hint: string;
  /** 0 to 100. */
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

/** One sub-score: a slider, and a number field for the same value. */
export function ScoreSlider({ label, hint, value, disabled, onChange }: ScoreSliderProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      {/* The hint says why it is disabled, so it stays readable. */}
      <div className={classNames('flex items-center justify-between gap-4', disabled && 'opacity-60')}>
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
        <input
          type="number"
          min={0}
          max={100}
          step={1}
          inputMode="numeric"
          aria-label={`${label}, figure`}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(scoreOf(event.target.value))}
          className="tabular h-10 w-20 rounded-control bg-raised px-3 text-right font-[650]"
        />
      </div>
      <Slider
        id={id}
        min={0}
        max={100}
        step={1}
        value={value}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={onChange}
        className="w-full"
      />
      <p id={`${id}-hint`} className="text-caption text-muted">
        {hint}
      </p>
    </div>
  );
}

/** The score for a typed text: a whole number from 0 to 100. */
function scoreOf(text: string): number {
  const typed = Math.round(Number(text));
  return Number.isFinite(typed) ? Math.min(100, Math.max(0, typed)) : 0;
}
