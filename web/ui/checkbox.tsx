import { type InputHTMLAttributes, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  label: string;
  /** The label is for screen readers only (a row's box in a table). */
  hideLabel?: boolean;
  hint?: string;
  error?: string;
  onDismissError?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** The browser's own box with a label; both together are the target, at least 40 px high. */
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
      <label className={classNames('inline-flex min-h-10 items-center gap-3', hideLabel && 'min-w-10 justify-center')}>
        <input
          type="checkbox"
          className="size-5 flex-none accent-(--ember) disabled:opacity-50"
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={error ? true : undefined}
          {...input}
        />
        <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
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
