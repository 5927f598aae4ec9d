import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Has a form go on from what was saved. What was typed since it was sent stays, to be saved next.
 * @param sent what the form held when it was sent
 * @param typed what it holds now
 */
export function keepTyped<T extends FieldValues, Context, Sent>(
  form: UseFormReturn<T, Context, Sent>,
  sent: T,
  saved: T,
  typed: T = form.getValues(),
): void {
  const names = Object.keys(saved) as Path<T>[];
  const settled = names.filter((name) => JSON.stringify(typed[name]) === JSON.stringify(sent[name]));
  // Said, as a form may have other options of its own for what comes from elsewhere.
  if (settled.length === names.length) return form.reset(saved, { keepDirtyValues: false });
  for (const name of settled) form.setValue(name, saved[name] as PathValue<T, Path<T>>);
  // The fields keep their values: a new one moves the caret of whoever is typing.
  form.reset(saved, {
    keepDirtyValues: false,
    keepValues: true,
    keepFieldsRef: true,
    keepErrors: true,
    keepTouched: true,
  });
}
