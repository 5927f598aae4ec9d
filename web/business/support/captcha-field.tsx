import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { errorOf } from '../../platform/forms/server-errors.ts';
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
