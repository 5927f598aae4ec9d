import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../lib/call.ts';

/**
 * Shows a failed call's errors at their fields. Returns the errors that belong to no field of the form as one text, for
 * display above the button, or null if there are none.
 */
export function showServerErrors<T extends FieldValues, Context, Sent>(
  form: UseFormReturn<T, Context, Sent>,
  error: unknown,
  product: string,
): string | null {
  const failure = error instanceof ApiError ? error : { message: error instanceof Error ? error.message : '' };
  const refusals = error instanceof ApiError ? error.fields : [];
  const known = refusals.filter(({ field }) => field in form.getValues());
  for (const { field, message } of known) form.setError(field as Path<T>, { type: 'server', message });
  if (known.length === 0) return errorText(failure, product);
  const others = refusals.filter((refusal) => !known.includes(refusal));
  return others.length === 0 ? null : others.map(({ message }) => message).join(' ');
}

/** The `error` of a field and, for an error from the server, `onDismissError`. */
export function errorOf<T extends FieldValues, Context, Sent>(form: UseFormReturn<T, Context, Sent>, name: Path<T>) {
  const { error } = form.getFieldState(name, form.formState);
  return {
    error: error?.message,
    onDismissError: error?.type === 'server' ? () => form.clearErrors(name) : undefined,
  };
}
