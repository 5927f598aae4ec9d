import { type InputHTMLAttributes, type Ref, useId } from 'react';
import { FieldError } from './field.tsx';

interface ChoiceCardsProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
  /** The question. */
  legend: string;
  choices: readonly { value: string; label: string; hint: string }[];
  error?: string | undefined;
  onDismissError?: (() => void) | undefined;
}

/** Radio buttons as cards with a hint each. Every input gets the props that the form passes in. */
export function ChoiceCards({ legend, choices, error, onDismissError, ...input }: ChoiceCardsProps) {
  const errorId = useId();
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-[550]">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-10 cursor-pointer items-start gap-3 rounded-control border border-line p-3.5 has-checked:border-text has-checked:bg-raised"
          >
            <input type="radio" value={value} className="mt-0.5 size-5" {...input} />
            <span>
              <span className="block font-[550]">{label}</span>
              <span className="block text-caption text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} onDismiss={onDismissError} />
    </fieldset>
  );
}
