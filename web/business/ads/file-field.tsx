import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { Field, controlClass } from '../../platform/ui/field.tsx';

interface FileFieldProps {
  /** The ad's type; empty while none is chosen. */
  type: string;
  /** The existing ad with its file; null for a new one. */
  existing: Pick<Ad, 'file'> | null;
  /** True while the chosen file is being uploaded. */
  disabled: boolean;
  error: string | undefined;
  onFile: (file: File | null) => void;
}

const ACCEPT: Record<string, string> = { poster: 'image/jpeg,image/png,image/gif', media: 'audio/*,video/*' };

/** The input for the poster or the clip; for an existing ad it only shows the file's name. */
export function FileField({ type, existing, disabled, error, onFile }: FileFieldProps) {
  return (
    <Field label="File" error={error} hint={existing ? 'Type and file stay as they are.' : undefined}>
      {(control) =>
        existing ? (
          <input className={`${controlClass} h-[42px]`} disabled value={existing.file ?? ''} {...control} />
        ) : (
          <input
            type="file"
            accept={ACCEPT[type]}
            disabled={disabled}
            className={`${controlClass} h-[42px] py-1.5 pl-1.5 text-caption file:mr-3 file:h-[30px] file:cursor-pointer file:rounded-[8px] file:border file:border-line file:bg-surface file:px-3 file:font-[550]`}
            onChange={({ target }) => onFile(target.files?.[0] ?? null)}
            {...control}
          />
        )
      }
    </Field>
  );
}
