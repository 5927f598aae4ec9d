import type { Ad, NewAd } from '@scoville/contract/ads.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { ApiError } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { isGone } from '../lib/overtaken.ts';
import { useSettings } from '../lib/query.ts';
import { errorText } from '@scoville/contract/errors.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  type AdErrors,
  type AdFields,
  changeOf,
  checkAd,
  fieldsOf,
  isSame,
  slotOf,
  spreadText,
  unchanged,
  windowFields,
} from './ad-fields.ts';
import { FileField } from './file-field.tsx';
import { OwnerField } from './owner-field.tsx';
import { showAdFailure } from './ad-failure.ts';
import { adsChanged, changeAd } from './ads.calls.ts';
import { adMaker, wasRefused } from './make-ad.ts';

const TYPES = [
  { value: 'poster', label: 'Poster' },
  { value: 'media', label: 'Media' },
];
const WINDOWS = [
  { value: 'date', label: 'Date' },
  { value: 'impressions', label: 'Impressions' },
];

const NOT_SAVED = 'The ad could not be saved.';

interface AdFormProps {
  /** Null for a new one. */
  ad: Ad | null;
  onClose: () => void;
  onRemove: (ad: Ad) => void;
}

/** An ad: a new one, or one that is there, of which type and file stay. */
export function AdForm({ ad: opened, onClose, onRemove }: AdFormProps) {
  const client = useQueryClient();
  const { productName } = useSettings();
  /** The one that is edited: the one that this form has made, too, where it went on being written meanwhile. */
  const [ad, setAd] = useState(opened);
  const [fields, setFields] = useState(() => fieldsOf(ad));
  /** What stands in the form at this moment. */
  const typed = useRef(fields);
  useEffect(() => {
    typed.current = fields;
  }, [fields]);
  /** What stands at the server, as far as that is known. */
  const [before, setBefore] = useState<Partial<AdFields>>(fields);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<AdErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [makeAd] = useState(adMaker);
  /** It was saved without what was typed since. */
  const [isAhead, setIsAhead] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const end = useRef<HTMLDivElement>(null);
  /** The form was just refused: the first field that is wrong may be out of sight, above or below what is scrolled to. */
  const isRefused = useRef(false);
  useEffect(() => {
    if (isRefused.current) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    isRefused.current = false;
  });
  // Its buttons stay in sight where what is said at the end of the form does not.
  useEffect(() => {
    if (refusal !== null || isAhead) end.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal, isAhead]);

  const clear = (slots: string[]) => {
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([slot]) => !slots.includes(slot))));
    setRefusal(null);
  };
  const change = (more: Partial<AdFields>) => {
    setFields((before) => ({ ...before, ...more }));
    clear(Object.keys(more));
  };
  const text = (name: keyof AdFields) => ({
    name,
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change({ [name]: target.value }),
  });
  const refused = (error: unknown) => {
    const found = error instanceof ApiError ? error.fields : [];
    isRefused.current = true;
    setErrors(Object.fromEntries(found.map(({ field, message }) => [slotOf(field), message])));
    if (found.length === 0)
      setRefusal(errorText(error instanceof ApiError ? error : { message: NOT_SAVED }, productName));
  };
  const save = useMutation({
    mutationFn: async ({ checked, sent }: { checked: NewAd; sent: AdFields }): Promise<Ad> => {
      if (ad !== null) return changeAd(ad.id, changeOf(checked, sent, before));
      if (file === null) throw new Error(NOT_SAVED);
      const { ad: made, known } = await makeAd(checked, sent, file);
      const rest = changeOf(checked, sent, known);
      if (Object.keys(rest).length === 0) return made;
      // It was made before, by what was sent then; from here on it is one that is there.
      setAd(made);
      setBefore(known);
      return changeAd(made.id, rest);
    },
    onSuccess: () => toast('success', 'Successfully updated!'),
    onError: (error, { sent }) => {
      // Without an answer, what was changed may have been saved.
      if (!wasRefused(error)) setBefore((known) => unchanged(known, sent));
      if (ad !== null && isGone(error)) showAdFailure(error, ad, productName);
      // The page was left while the file was on its way.
      else if (form.current === null) showFailure(error, productName, NOT_SAVED);
    },
    onSettled: () => adsChanged(client),
  });
  const busy = save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ad: checked, errors: found } = checkAd(fields, ad !== null || file !== null);
    isRefused.current = true;
    setErrors(found);
    setIsAhead(false);
    if (checked === null) return;
    // These only if the form is still there: what is open now may be another one.
    save.mutate(
      { checked, sent: fields },
      {
        onSuccess: (saved, { sent }) => {
          if (isSame(typed.current, sent)) return onClose();
          setAd(saved);
          setBefore(sent);
          setIsAhead(true);
        },
        onError: (error) => (ad !== null && isGone(error) ? onClose() : refused(error)),
      },
    );
  };
  const isDate = fields.windowType === 'date';

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
        <TextField label="Title" maxLength={200} {...text('title')} />
        <OwnerField
          email={fields.email}
          isAccount={fields.owner !== ''}
          error={errors.email}
          onChange={(owner) => change(owner)}
        />
        <div className="grid gap-5 md:grid-cols-2">
          <Select
            label="Type"
            placeholder="Choose one"
            options={TYPES}
            disabled={ad !== null || busy}
            {...text('type')}
          />
          <FileField
            type={fields.type}
            kept={ad}
            disabled={busy}
            error={errors.file}
            onFile={(chosen) => {
              setFile(chosen);
              clear(['file']);
            }}
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
            <TextField label="Price in dollars" inputMode="decimal" {...text('price')} />
          )}
          <TextField label="Start date" placeholder="YYYY-MM-DD" autoComplete="off" {...text('startDate')} />
          <TextField label="Start time" type="time" {...text('startTime')} />
          {isDate && <TextField label="End date" placeholder="YYYY-MM-DD" autoComplete="off" {...text('endDate')} />}
          {isDate && <TextField label="End time" type="time" {...text('endTime')} />}
          {fields.windowType === 'impressions' && (
            <TextField label="Price in dollars" inputMode="decimal" {...text('price')} />
          )}
        </div>
        {ad !== null && (
          <p className="text-caption text-muted">
            Another limit type, start, end or total begins a new goal: its statistics start at zero.
          </p>
        )}
        <div ref={end} className="flex flex-col gap-5">
          <output className="empty:hidden">
            {isAhead && 'Saved, without what you changed since. Press Update to save that, too.'}
          </output>
          <FormError message={refusal} onDismiss={() => setRefusal(null)} />
        </div>
      </form>
    </Dialog>
  );
}
