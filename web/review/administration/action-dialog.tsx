import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { RejectDialog } from '../curation/reject-dialog.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import type { ActionInput, MediaAction } from './media-actions.ts';
import { PlaceDialog } from './place-dialog.tsx';

export interface PendingAction {
  action: MediaAction;
  chosen: readonly Media[];
}

const nameOfMedia = (chosen: readonly Media[]): string =>
  chosen.length === 1 ? (chosen[0]?.title ?? '') : `${chosen.length} media`;

/** The dialog of an action that needs input or a confirmation before it runs. */
export function ActionDialog({
  pending: { action, chosen },
  busy,
  onGo,
  onClose,
}: {
  pending: PendingAction;
  busy: boolean;
  onGo: (input: ActionInput) => void;
  onClose: () => void;
}) {
  const title = nameOfMedia(chosen);
  if (action.dialog === 'reject')
    return <RejectDialog title={title} busy={busy} onClose={onClose} onReject={(reason) => onGo({ reason })} />;
  if (action.dialog === 'place')
    return <PlaceDialog title={title} busy={busy} onClose={onClose} onPlace={(place) => onGo({ place })} />;
  return (
    <ConfirmDialog
      title={sentence`${action.question ?? ''} ${title}?`}
      confirm={action.label}
      danger
      busy={busy}
      onConfirm={() => onGo({})}
      onClose={onClose}
    >
      <p>{action.warning?.(chosen)}</p>
    </ConfirmDialog>
  );
}
