import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { Select } from '../../platform/ui/select.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { FileField } from './file-field.tsx';
import { OwnerField } from './owner-field.tsx';
import type { AdInputs } from './use-ad-inputs.ts';

const TYPES = [
  { value: 'poster', label: 'Poster' },
  { value: 'media', label: 'Media' },
];

interface AdContentFieldsProps {
  inputs: AdInputs;
  /** The existing ad, whose type and file can't be changed; null for a new one. */
  existing: Ad | null;
  busy: boolean;
}

/** The fields for an ad's content, and its owner. */
export function AdContentFields({ inputs, existing, busy }: AdContentFieldsProps) {
  const { fields, errors, text } = inputs;
  return (
    <>
      <TextField label="Title" maxLength={200} {...text('title')} />
      <OwnerField email={fields.email} isAccount={fields.owner !== ''} error={errors.email} onChange={inputs.change} />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          label="Type"
          placeholder="Choose one"
          options={TYPES}
          disabled={existing !== null || busy}
          {...text('type')}
        />
        <FileField
          type={fields.type}
          existing={existing}
          disabled={busy}
          error={errors.file}
          onFile={inputs.chooseFile}
        />
        {fields.type !== 'media' && (
          <TextField label="Display length (seconds)" inputMode="numeric" {...text('displayLength')} />
        )}
        <TextField
          label="Skip after (seconds)"
          inputMode="numeric"
          hint="Empty for an ad that cannot be skipped."
          {...text('skipAfter')}
        />
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Info link" type="url" placeholder="https://" {...text('infoUrl')} />
        <TextField label="Link text" maxLength={60} {...text('infoUrlText')} />
      </div>
    </>
  );
}
