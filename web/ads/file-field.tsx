import { Field, controlClass } from '../ui/field.tsx';

interface FileFieldProps {
  /** Of the ad; empty while none is chosen. */
  type: string;
  /** Of the file that is chosen or kept. */
  name: string | null;
  disabled: boolean;
  error: string | undefined;
  onFile: (file: File | null) => void;
}

const ACCEPT: Record<string, string> = { poster: 'image/jpeg,image/png,image/gif', media: 'audio/*,video/*' };

/** The poster or the clip; of an ad that is there its name alone. */
export function FileField({ type, name, disabled, error, onFile }: FileFieldProps) {
  return (
    <Field label="File" error={error} hint={disabled ? 'Type and file stay as they are.' : undefined}>
      {(control) =>
        disabled ? (
          <input className={`${controlClass} h-[42px]`} disabled value={name ?? ''} {...control} />
        ) : (
          <input
            type="file"
            accept={ACCEPT[type]}
            className={`${controlClass} h-[42px] py-2.5 text-caption`}
            onChange={({ target }) => onFile(target.files?.[0] ?? null)}
            {...control}
          />
        )
      }
    </Field>
  );
}
