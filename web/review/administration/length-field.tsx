import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { Select } from '../../platform/ui/select.tsx';

/** The lengths of a suspension, in days. */
const LENGTHS = [
  { value: '1', label: 'One day' },
  { value: '7', label: 'One week' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Until it is lifted' },
];

/** The field `days` of a form that suspends an account: null means until an administrator lifts the suspension. */
export function LengthField<Values extends FieldValues, Context, Sent>({
  form,
}: {
  form: UseFormReturn<Values, Context, Sent>;
}) {
  return (
    <Controller
      control={form.control}
      name={'days' as Path<Values>}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Select
          label="For"
          options={LENGTHS}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    />
  );
}
