import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Makes the saved values the form's new baseline. Text typed since the form was sent is kept as an unsaved change.
 * @param sent the form's values when it was sent
 * @param typed the form's current values
 */
export function keepTyped<T extends FieldValues, Context, Sent>(
  form: UseFormReturn<T, Context, Sent>,
  sent: T,
  saved: T,
  typed: T = form.getValues(),
): void {
  const names = Object.keys(saved) as Path<T>[];
  const settled = names.filter((name) => JSON.stringify(typed[name]) === JSON.stringify(sent[name]));
  // Set explicitly, because a form may have other `resetOptions` for data from elsewhere.
  if (settled.length === names.length) return form.reset(saved, { keepDirtyValues: false });
  for (const name of settled) form.setValue(name, saved[name] as PathValue<T, Path<T>>);
  // The fields keep their values, because setting a value would move the caret while the user is typing.
  form.reset(saved, {
    keepDirtyValues: false,
    keepValues: true,
    keepFieldsRef: true,
    keepErrors: true,
    keepTouched: true,
  });
}
