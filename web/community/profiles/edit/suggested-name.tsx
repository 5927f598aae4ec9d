import type { UseFormReturn } from 'react-hook-form';
import { Controller, type FieldValues, type Path } from 'react-hook-form';
import { errorOf } from '../../../platform/forms/server-errors.ts';
import { SuggestField } from '../../../platform/ui/suggest-field.tsx';
import { type Lookup, useSuggestions } from './use-suggestions.ts';

interface SuggestedNameProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  name: Path<F>;
  label: string;
  lookup: Lookup;
}

/** A text field for a name, with suggestions: known names, and names that other users entered. */
export function SuggestedName<F extends FieldValues>({ form, name, label, lookup }: SuggestedNameProps<F>) {
  const suggestions = useSuggestions(lookup, String(form.watch(name)));
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <SuggestField
          ref={field.ref}
          label={label}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          suggestions={suggestions}
          {...errorOf(form, name)}
        />
      )}
    />
  );
}
