import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { sendUpdate, sendVerdict } from './curation.calls.ts';
import { invalidateMedia } from '../../catalogue/media/media.calls.ts';
import {
  type VerdictForm,
  verdictChanges,
  firstVerdict,
  formOf,
  isLocked,
  isPlaceable,
  outcomeText,
  isRemoval,
} from './verdict-form.ts';
import { showVerdictFailure } from './verdict-failure.ts';
import { VerdictFields } from './verdict-fields.tsx';

/** What became of a first verdict: the server may wait for another reviewer's scores. */
const savedText = ({ title, underReview }: Media): string =>
  underReview
    ? sentence`Your scores for ${title} were saved. Another reviewer scores it as well, and the verdict follows from both.`
    : sentence`The verdict on ${title} was saved.`;

/**
 * Scores and places one song or video: a first verdict, which notifies the owner by mail, or an update, which notifies
 * no one.
 * @param onDone called with the updated media item before the dialog closes
 */
export function CurateDialog({
  media: now,
  onClose,
  onDone,
}: {
  media: Media;
  onClose: () => void;
  onDone?: (media: Media) => void;
}) {
  const client = useQueryClient();
  const { productName } = useSettings();
  // Keeps the item from when the dialog opened, so that changes by other users don't count as changes of this form: it
  // sends only the differences from its initial values.
  const [media] = useState(now);
  const [form, setForm] = useState<VerdictForm>(() => formOf(media));
  const [busy, setBusy] = useState(false);
  const first = media.can.curate;
  const changes = verdictChanges(media, form);
  const unchanged = Object.keys(first ? (changes.curationStats ?? {}) : changes).length === 0;

  const save = async () => {
    setBusy(true);
    try {
      const saved = first
        ? await sendVerdict(media.id, firstVerdict(form))
        : await sendUpdate(media.id, verdictChanges(media, form));
      toast('success', first ? savedText(saved) : 'Successfully updated!');
      onDone?.(saved);
      onClose();
    } catch (error) {
      if (showVerdictFailure(error, media, productName, 'Failed to curate media.')) onClose();
    } finally {
      setBusy(false);
      await invalidateMedia(client);
    }
  };

  return (
    <Dialog
      title={sentence`Curate ${media.title}`}
      width="wide"
      busy={busy}
      unsaved={!unchanged}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" busy={busy} disabled={unchanged} onClick={() => void save()}>
            {first ? 'Curate' : isRemoval(media, form) ? 'Remove' : 'Update'}
          </Button>
        </>
      }
    >
      <VerdictFields
        form={form}
        isLocked={(name) => isLocked(media, name)}
        placeable={isPlaceable(media, form)}
        outcome={outcomeText(form, media)}
        onChange={setForm}
      />
    </Dialog>
  );
}
