import { sentence } from '@scoville/contract/isolated.ts';
import type { Media } from '@scoville/contract/media.ts';
import { useState } from 'react';
import { useSelection } from '../../lib/use-selection.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { OwnMediaRow } from './own-media-row.tsx';
import { useOwnActions } from './use-own-actions.ts';

/** The rows of a page with their selection; deleting asks first. */
export function OwnMediaList({ media }: { media: Media[] }) {
  const { selected, isSelected, select, selectAll } = useSelection(media);
  const [toDelete, setToDelete] = useState<Media[]>([]);
  const { busy, change, publishAll, unpublishAll, remove } = useOwnActions();
  return (
    <>
      <BulkBar
        listed={media}
        selected={selected}
        busy={busy}
        onSelectAll={selectAll}
        onPublish={() => void publishAll(selected)}
        onUnpublish={() => void unpublishAll(selected)}
        onDelete={() => setToDelete(selected)}
      />
      <ul>
        {media.map((item) => (
          <OwnMediaRow
            key={item.id}
            media={item}
            selected={isSelected(item)}
            busy={busy}
            onSelect={(on) => select(item, on)}
            onChange={(body) => void change(item, body)}
            onDelete={() => setToDelete([item])}
          />
        ))}
      </ul>
      {toDelete.length > 0 && (
        <ConfirmDialog
          title="Delete media"
          confirm="Delete"
          danger
          busy={busy}
          onClose={() => setToDelete([])}
          onConfirm={() => void remove(toDelete).finally(() => setToDelete([]))}
        >
          <p>
            {toDelete.length === 1
              ? sentence`“${toDelete[0]?.title ?? ''}” will be deleted with its files and statistics. This cannot be undone.`
              : `${toDelete.length} media will be deleted with their files and statistics. This cannot be undone.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
