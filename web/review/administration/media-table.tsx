import type { BulkAction } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useState } from 'react';
import { BulkCurateDialog } from '../curation/bulk-curate-dialog.tsx';
import { CurateDialog } from '../curation/curate-dialog.tsx';
import { sendVerdict } from '../curation/curation.calls.ts';
import { FlaggedComments } from '../../community/comments/flagged-comments.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ActionDialog, type PendingAction } from './action-dialog.tsx';
import { DataTable } from './data-table.tsx';
import { MEDIA_ACTIONS, type MediaAction } from './media-actions.ts';
import { mediaColumns } from './media-row.tsx';
import { useActionRunner } from './use-action-runner.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from '../../platform/lib/use-selection.ts';

const bulkVerdict = (verdict: CurationFields) => ({
  when: ({ can }: Media) => can.curate,
  run: ({ id }: Media) => sendVerdict(id, verdict),
  past: 'Curated',
  failure: 'Failed to curate media.',
  bulk: (): BulkAction => ({ name: 'curate-media', verdict }),
});

/** A page of songs and videos with the actions for each, and for the selected ones. */
export function MediaTable({ media }: { media: readonly Media[] }) {
  const selection = useSelection(media);
  const { selected } = selection;
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [curating, setCurating] = useState<Media | null>(null);
  const [flagged, setFlagged] = useState<Media | null>(null);
  const [curatingAll, setCuratingAll] = useState(false);
  const { busy, run } = useActionRunner(pending ?? curatingAll);

  const start = (action: MediaAction, chosen: readonly Media[]) => {
    if (action.dialog) setPending({ action, chosen });
    else void run(action, chosen);
  };

  return (
    <>
      <SelectionBar
        of="media"
        selected={selected}
        actions={MEDIA_ACTIONS}
        isFor={(action, one) => action.when(one)}
        busy={busy}
        onAction={start}
      >
        <Button
          size="small"
          disabled={busy || !selected.some(({ can }) => can.curate)}
          onClick={() => setCuratingAll(true)}
        >
          Curate
        </Button>
      </SelectionBar>
      <DataTable
        caption="Media"
        columns={mediaColumns({
          busy,
          onCurate: setCurating,
          onFlagged: setFlagged,
          onAction: (action, one) => start(action, [one]),
        })}
        rows={media}
        mark={({ id }) => ({ 'data-media': id })}
        selection={{ ...selection, nameOf: ({ title }) => title }}
      />
      {pending && (
        <ActionDialog
          pending={pending}
          busy={busy}
          onClose={() => setPending(null)}
          onGo={(asked) => void run(pending.action, pending.chosen, asked).then((isOver) => isOver && setPending(null))}
        />
      )}
      {curating && <CurateDialog media={curating} onClose={() => setCurating(null)} />}
      {flagged && <FlaggedComments media={flagged} onClose={() => setFlagged(null)} />}
      {curatingAll && (
        <BulkCurateDialog
          chosen={selected}
          busy={busy}
          onClose={() => setCuratingAll(false)}
          onCurate={(verdict) =>
            void run(bulkVerdict(verdict), selected).then((isOver) => isOver && setCuratingAll(false))
          }
        />
      )}
    </>
  );
}
