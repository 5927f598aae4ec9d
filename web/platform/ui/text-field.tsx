import { type InputHTMLAttributes, type Ref, useState } from 'react';
import { Field, type FieldProps, controlClass } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { IconButton } from './icon-button.tsx';

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, onDismissError, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} onDismissError={onDismissError}>
      {(control) => <input dir="auto" className={`${controlClass} h-[42px]`} {...input} {...control} />}
    </Field>
  );
}

/** A password field with a button that reveals the typed password. */
export function PasswordField({ label, hint, error, onDismissError, ...input }: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} onDismissError={onDismissError}>
      {(control) => (
        <span className="relative">
          <input
            className={`${controlClass} h-[42px] pr-12`}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            label={shown ? 'Hide what was typed' : 'Show what was typed'}
            className="!absolute top-0 right-0 text-muted"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </IconButton>
        </span>
      )}
    </Field>
  );
}
