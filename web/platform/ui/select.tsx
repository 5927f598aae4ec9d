import type { Ref, SelectHTMLAttributes } from 'react';
import { Field, type FieldProps, controlClass } from './field.tsx';

export interface SelectProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'children'> {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Shown while no option is chosen. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's native select. */
export function Select({ label, hint, error, onDismissError, options, placeholder, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} onDismissError={onDismissError}>
      {(control) => (
        <select className={`${controlClass} h-[42px]`} {...select} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
