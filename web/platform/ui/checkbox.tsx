import { type InputHTMLAttributes, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  label: string;
  /** Shows the label to screen readers only, like for a row's checkbox in a table; `wide` does so except on a phone. */
  hideLabel?: boolean | 'wide';
  hint?: string;
  error?: string;
  onDismissError?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A checkbox with its label; both together are the click target, at least 40 px high. */
export function Checkbox({
  label,
  hideLabel = false,
  hint,
  error,
  onDismissError,
  className,
  ...input
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label
        className={classNames(
          'inline-flex min-h-10 items-center gap-3',
          hideLabel === 'wide' ? 'md:min-w-10 md:justify-center' : hideLabel && 'min-w-10 justify-center',
        )}
      >
        <input
          type="checkbox"
          className="size-5 disabled:opacity-50"
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={error ? true : undefined}
          {...input}
        />
        <span className={hideLabel === 'wide' ? 'md:sr-only' : hideLabel ? 'sr-only' : undefined}>{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-8 text-caption text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} onDismiss={onDismissError} />
    </div>
  );
}
