import { useState } from 'react';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { errorOf } from '../../platform/forms/server-errors.ts';
import { useServerForm } from '../../platform/forms/server-form.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { ProofBox } from './proof-box.tsx';
import { RecaptchaBox } from './recaptcha-box.tsx';

interface CaptchaFieldProps<Values extends FieldValues, Context, Sent> {
  form: UseFormReturn<Values, Context, Sent>;
  /** The number of refusals of the form so far. A captcha is valid for one attempt, so each refusal shows a new box. */
  tries: number;
}

/** The field `recaptcha` of a form: Google's box if its keys are configured, otherwise our own proof of work. */
export function CaptchaField<Values extends FieldValues, Context, Sent>({
  form,
  tries,
}: CaptchaFieldProps<Values, Context, Sent>) {
  const { siteKey, address } = useSettings().google.reCAPTCHA;
  const name = 'recaptcha' as Path<Values>;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { onChange, value, ref } }) => {
        const box = { onSolved: onChange, ...errorOf(form, name) };
        return siteKey === null ? (
          <ProofBox key={tries} ref={ref} solved={value !== ''} {...box} />
        ) : (
          <RecaptchaBox key={tries} siteKey={siteKey} address={address} {...box} />
        );
      }}
    />
  );
}

/** `useServerForm` for a form with this field: a refusal keeps everything but the captcha. */
export function useCaptchaForm<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  send: (values: Sent) => Promise<unknown>,
) {
  const [tries, setTries] = useState(0);
  const sending = useServerForm(form, async (values) => {
    try {
      await send(values);
    } catch (error) {
      form.resetField('recaptcha' as Path<Values>);
      setTries(tries + 1);
      throw error;
    }
  });
  return { ...sending, tries };
}
