import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { errorOf } from '../forms/server-errors.ts';
import { useSettings } from '../lib/query.ts';
import { ProofBox } from './proof-box.tsx';
import { RecaptchaBox } from './recaptcha-box.tsx';

interface CaptchaFieldProps<Values extends FieldValues, Context, Sent> {
  form: UseFormReturn<Values, Context, Sent>;
  /** How often the form was refused: a captcha is good for one try, the next one gets a new box. */
  tries: number;
}

/** The field `recaptcha` of a form: Google's box where its keys are set, and our own proof of work elsewhere. */
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
