import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/lib/call.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { NOT_SAVED } from './ad-failure.ts';
import { type AdErrors, type AdFields, fieldsOf, isSame, inputForField } from './ad-fields.ts';
import { useInvalidFocus } from './use-invalid-focus.ts';

export type AdInputs = ReturnType<typeof useAdInputs>;

/** The inputs of an ad's form with their errors. */
export function useAdInputs(ad: Ad | null, form: RefObject<HTMLFormElement | null>) {
  const { productName } = useSettings();
  const [fields, setFields] = useState(() => fieldsOf(ad));
  /** The form's current values. */
  const typed = useRef(fields);
  useEffect(() => {
    typed.current = fields;
  }, [fields]);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<AdErrors>({});
  /** The error that belongs to no input. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const focusInvalid = useInvalidFocus(form);

  const clear = (slots: string[]) => {
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([slot]) => !slots.includes(slot))));
    setRefusal(null);
  };
  const change = (more: Partial<AdFields>) => {
    setFields((before) => ({ ...before, ...more }));
    clear(Object.keys(more));
  };
  const showErrors = (found: AdErrors) => {
    focusInvalid();
    setErrors(found);
  };
  return {
    fields,
    file,
    errors,
    refusal,
    change,
    chooseFile: (chosen: File | null) => {
      setFile(chosen);
      clear(['file']);
    },
    /** The props of one input. */
    text: (name: keyof AdFields) => ({
      name,
      value: fields[name],
      error: errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change({ [name]: target.value }),
    }),
    isUnchangedSince: (sent: AdFields) => isSame(typed.current, sent),
    showErrors,
    showRefusal: (error: unknown) => {
      const found = error instanceof ApiError ? error.fields : [];
      showErrors(Object.fromEntries(found.map(({ field, message }) => [inputForField(field), message])));
      if (found.length === 0)
        setRefusal(errorText(error instanceof ApiError ? error : { message: NOT_SAVED }, productName));
    },
    dismissRefusal: () => setRefusal(null),
  };
}
