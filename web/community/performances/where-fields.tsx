import { Controller, type UseFormReturn } from 'react-hook-form';
import { errorOf } from '../../platform/forms/server-errors.ts';
import { useCities } from '../../platform/lib/use-cities.ts';
import { Select } from '../../platform/ui/select.tsx';
import { SuggestField } from '../../platform/ui/suggest-field.tsx';
import type { ShowForm } from './show-fields.ts';

/** All time zones that this browser knows, and the chosen zone, which may be from a browser with other names. */
const zones = (chosen: string) =>
  [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted().map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));

interface WhereFieldsProps {
  form: UseFormReturn<ShowForm>;
  /** Called when the user chooses a zone. */
  onZone: (timeZone: string) => void;
}

/** The town of a show and its time zone. */
export function WhereFields({ form, onZone }: WhereFieldsProps) {
  const cities = useCities(form.watch('town'));
  return (
    <>
      <Controller
        control={form.control}
        name="town"
        render={({ field }) => (
          <SuggestField
            ref={field.ref}
            label="Town"
            hint="A town of the United States, such as Memphis, TN, sets the time zone. Elsewhere, choose it yourself."
            autoComplete="off"
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            suggestions={cities}
            {...errorOf(form, 'town')}
          />
        )}
      />
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field }) => (
          <Select
            {...field}
            label="Time zone of the venue"
            options={zones(field.value)}
            onChange={(event) => onZone(event.target.value)}
            {...errorOf(form, 'timeZone')}
          />
        )}
      />
    </>
  );
}
