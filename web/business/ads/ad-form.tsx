import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import { type FormEvent, useRef, useState } from 'react';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { AdContentFields } from './ad-content-fields.tsx';
import { checkAd } from './ad-fields.ts';
import { AdSaveResult } from './ad-save-result.tsx';
import { AdWindowFields } from './ad-window-fields.tsx';
import { useAdInputs } from './use-ad-inputs.ts';
import { useSaveAd } from './use-save-ad.ts';

interface AdFormProps {
  /** Null for a new ad. */
  ad: Ad | null;
  onClose: () => void;
  onRemove: (ad: Ad) => void;
}

/** The form of a new ad, or of an existing one, whose type and file can't be changed. */
export function AdForm({ ad: opened, onClose, onRemove }: AdFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const inputs = useAdInputs(opened, form);
  const { ad, busy, save, goOn } = useSaveAd(opened, form);
  const [isAhead, setIsAhead] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { fields, file } = inputs;
    const { ad: checked, errors } = checkAd(fields, ad !== null || file !== null);
    inputs.showErrors(errors);
    setIsAhead(false);
    if (checked === null) return;
    // These callbacks run only if the form is still mounted, because another ad's form may be open by then.
    save(
      { checked, sent: fields, file },
      {
        onSuccess: (saved, { sent }) => {
          if (inputs.isUnchangedSince(sent)) return onClose();
          goOn(saved, sent);
          setIsAhead(true);
        },
        onError: (error) => (ad !== null && isNotFound(error) ? onClose() : inputs.showRefusal(error)),
      },
    );
  };

  return (
    <Dialog
      title={ad === null ? 'New ad' : 'Edit ad'}
      width="wide"
      busy={busy}
      onClose={onClose}
      actions={
        <>
          {ad !== null && (
            <Button variant="danger" className="mr-auto" disabled={busy} onClick={() => onRemove(ad)}>
              Remove
            </Button>
          )}
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="ad-form" variant="main" busy={busy}>
            {ad === null ? 'Save' : 'Update'}
          </Button>
        </>
      }
    >
      <form ref={form} id="ad-form" noValidate aria-label="Ad" onSubmit={submit} className="flex flex-col gap-5">
        <AdContentFields inputs={inputs} existing={ad} busy={busy} />
        <AdWindowFields inputs={inputs} />
        {ad !== null && (
          <p className="text-caption text-muted">
            Another limit type, start, end or total begins a new goal: its statistics start at zero.
          </p>
        )}
        <AdSaveResult isAhead={isAhead} refusal={inputs.refusal} onDismiss={inputs.dismissRefusal} />
      </form>
    </Dialog>
  );
}
