import type { CSSProperties, InputHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

interface SliderProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
}

/** The browser's native slider in our colours; label it by its `id`. */
export function Slider({ onChange, className, ...input }: SliderProps) {
  const share = { '--share': `${((input.value - input.min) / (input.max - input.min)) * 100}%` } as CSSProperties;
  return (
    <input
      type="range"
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className={classNames('slider h-10', className)}
      style={share}
      {...input}
    />
  );
}
