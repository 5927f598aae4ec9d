import { Select } from '../../platform/ui/select.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { spreadText, windowFields } from './ad-fields.ts';
import type { AdInputs } from './use-ad-inputs.ts';

const WINDOWS = [
  { value: 'date', label: 'Date' },
  { value: 'impressions', label: 'Impressions' },
];

/** The fields for an ad's schedule, its limit, and its price. */
export function AdWindowFields({ inputs: { fields, change, text } }: { inputs: AdInputs }) {
  const isDate = fields.windowType === 'date';
  const price = <TextField label="Price in dollars" inputMode="decimal" {...text('price')} />;
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Select
        label="Limit type"
        placeholder="Choose one"
        options={WINDOWS}
        {...text('windowType')}
        onChange={({ target: { value } }) => change({ windowType: value, ...windowFields(value) })}
      />
      {fields.windowType === 'impressions' ? (
        <TextField
          label="Total Impressions"
          inputMode="numeric"
          hint={spreadText(fields.impressionLimit)}
          {...text('impressionLimit')}
        />
      ) : (
        price
      )}
      <TextField label="Start date" placeholder="YYYY-MM-DD" autoComplete="off" {...text('startDate')} />
      <TextField label="Start time" type="time" {...text('startTime')} />
      {isDate && <TextField label="End date" placeholder="YYYY-MM-DD" autoComplete="off" {...text('endDate')} />}
      {isDate && <TextField label="End time" type="time" {...text('endTime')} />}
      {fields.windowType === 'impressions' && price}
    </div>
  );
}
