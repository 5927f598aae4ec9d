import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps, controlClass } from './field.tsx';

export interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  ref?: Ref<HTMLTextAreaElement>;
}

/**
 * Several lines of text. Grows with its content up to 60 % of the screen's height if the browser supports that, but
 * never in width.
 */
export function TextArea({ label, hint, error, onDismissError, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} onDismissError={onDismissError}>
      {(control) => (
        <textarea
          rows={rows}
          dir="auto"
          className={`${controlClass} field-sizing-content max-h-[60dvh] min-h-24 py-2.5 wrap-anywhere`}
          {...area}
          {...control}
        />
      )}
    </Field>
  );
}
