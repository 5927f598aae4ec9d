import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { Checkbox } from '../../../platform/ui/checkbox.tsx';

interface BulkBarProps {
  /** The items on the current page. */
  listed: readonly Media[];
  selected: readonly Media[];
  busy: boolean;
  onSelectAll: (all: boolean) => void;
  onPublish: () => void;
  onUnpublish: () => void;
  onDelete: () => void;
}

/** The checkbox for all items, and the actions for the selected ones. */
export function BulkBar({ listed, selected, busy, onSelectAll, onPublish, onUnpublish, onDelete }: BulkBarProps) {
  const none = selected.length === 0;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line pb-2">
      <Checkbox
        label="Select all"
        className="pl-2.5"
        checked={listed.length > 0 && selected.length === listed.length}
        onChange={(event) => onSelectAll(event.target.checked)}
      />
      <output className="tabular text-muted">{none ? '' : `${selected.length} selected`}</output>
      <div className="ml-auto flex flex-wrap gap-2">
        <Button size="small" disabled={none} busy={busy} onClick={onPublish}>
          Publish
        </Button>
        <Button size="small" disabled={none} busy={busy} onClick={onUnpublish}>
          Unpublish
        </Button>
        <Button size="small" variant="danger" disabled={none} busy={busy} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  );
}
