import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useState } from 'react';
import { useSelection } from '../../../platform/lib/use-selection.ts';
import { classNames } from '../../../platform/ui/class-names.ts';
import { ConfirmDialog } from '../../../platform/ui/confirm-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { OwnMediaRow, columnsClass } from './own-media-row.tsx';
import { useOwnActions } from './use-own-actions.ts';

/** The rows of a page and their selection. Asks for confirmation before it deletes. */
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
      <div className="xl:grid xl:grid-cols-[40px_56px_minmax(0,1fr)_minmax(150px,auto)_auto_auto_auto_auto] xl:gap-x-5">
        {/* Hidden from screen readers, because each row names its facts for them. */}
        <div aria-hidden className={classNames(columnsClass, 'pb-2 text-caption font-[550] text-muted max-xl:hidden')}>
          <span className="col-start-3">Title</span>
          <span>State</span>
          <span className="text-right">Plays</span>
          <span className="text-right">Favorites</span>
          <span>Date</span>
        </div>
        <ul className={columnsClass}>
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
      </div>
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
