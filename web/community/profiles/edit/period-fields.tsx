import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { errorOf } from '../../../platform/forms/server-errors.ts';
import { Checkbox } from '../../../platform/ui/checkbox.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';

interface PeriodFieldsProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  /** The field of the checkbox for a period that has not ended, and its label. */
  current: Path<F>;
  label: string;
}

/** The start and the end of a period, or a checkbox for a period that continues. */
export function PeriodFields<F extends FieldValues>({ form, current, label }: PeriodFieldsProps<F>) {
  const [start, end] = ['startDate', 'endDate'] as Path<F>[] as [Path<F>, Path<F>];
  const goesOn = form.watch(current) === true;
  const box = form.register(current, {
    onChange: () => {
      if (form.getValues(current) === true) form.setValue(end, '' as PathValue<F, Path<F>>);
      form.clearErrors(end);
    },
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Start date" type="date" {...form.register(start)} {...errorOf(form, start)} />
        <TextField label="End date" type="date" disabled={goesOn} {...form.register(end)} {...errorOf(form, end)} />
      </div>
      <Checkbox label={label} {...box} />
    </>
  );
}
