import { type ReactNode, useId } from 'react';
import { Tooltip } from './tooltip.tsx';

export interface FieldProps {
  label: string;
  /** One sentence under the field, always shown. */
  hint?: string | undefined;
  /** The error message; screen readers announce it as it appears. */
  error?: string | undefined;
  /** Given for an error from the server, which the user can dismiss with a click. */
  onDismissError?: (() => void) | undefined;
}

/** Props that the control inside the field must spread. */
export interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

/** Label, hint and error around one control. */
export function Field({
  label,
  hint,
  error,
  onDismissError,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-[550]">
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      <FieldError id={`${id}-error`} error={error} onDismiss={onDismissError} />
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The line of an error: plain text, or a button if it can be dismissed. */
export function FieldError({
  id,
  error,
  onDismiss,
}: {
  id: string;
  error: string | undefined;
  onDismiss?: (() => void) | undefined;
}) {
  return (
    <div id={id} role="alert" className="text-caption break-words text-error empty:hidden">
      {error &&
        (onDismiss ? (
          <Tooltip text="Dismiss">
            <button
              type="button"
              className="-my-1.5 min-h-10 text-left underline-offset-4 hover:underline"
              onClick={onDismiss}
            >
              {error}
            </button>
          </Tooltip>
        ) : (
          error
        ))}
    </div>
  );
}

export const controlClass =
  'w-full rounded-control border border-transparent bg-raised px-3.5 text-text aria-invalid:border-error disabled:opacity-60 aria-disabled:opacity-60';
