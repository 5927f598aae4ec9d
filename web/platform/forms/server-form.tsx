import type { ReactNode } from 'react';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useSettings } from '../lib/query.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from './form-error.tsx';
import { errorOf, showServerErrors } from './server-errors.ts';

/**
 * A form whose call the server may refuse: an error is shown at its field, or else above the button until the user
 * dismisses it or types.
 * @param send makes the call with the valid values; an error that it throws is shown
 * @param initialRefusal an error that is shown from the start
 */
export function useServerForm<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  send: (values: Sent) => Promise<unknown>,
  initialRefusal: string | null = null,
) {
  const { productName } = useSettings();
  const [refusal, setRefusal] = useState(initialRefusal);
  const dismiss = () => setRefusal(null);
  const submit = form.handleSubmit(async (values) => {
    dismiss();
    try {
      await send(values);
    } catch (error) {
      setRefusal(showServerErrors(form, error, productName));
    }
  });
  /** The props of the field with that name. */
  const field = (name: Path<Values>) => ({ ...form.register(name, { onChange: dismiss }), ...errorOf(form, name) });
  return { submit, field, refusal, dismiss, isSubmitting: form.formState.isSubmitting };
}

interface ServerFormProps {
  of: Pick<ReturnType<typeof useServerForm>, 'submit' | 'refusal' | 'dismiss' | 'isSubmitting'>;
  /** The label of the button. */
  label: string;
  variant?: 'main' | 'outline' | 'danger';
  /** Other buttons, before the submit button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The fields, the server's error, and the button, below each other. */
export function ServerForm({ of, label, variant = 'main', actions, children }: ServerFormProps) {
  const button = (
    <Button type="submit" variant={variant} size="large" busy={of.isSubmitting}>
      {label}
    </Button>
  );
  return (
    <form noValidate onSubmit={(event) => void of.submit(event)} className="flex flex-col gap-5">
      {children}
      <FormError message={of.refusal} onDismiss={of.dismiss} />
      {actions === undefined ? (
        button
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          {actions}
          {button}
        </div>
      )}
    </form>
  );
}
