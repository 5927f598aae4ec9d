import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { MediaLabels } from '../../catalogue/media/own/media-labels.tsx';
import { useOwnActions } from '../../catalogue/media/own/use-own-actions.ts';
import { busyTrigger } from '../../platform/ui/busy-trigger.ts';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { EditIcon, EyeIcon, EyeOffIcon, MoreIcon, TrashIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { Menu, MenuItem, menuItemClass } from '../../platform/ui/menu.tsx';

interface OwnerToolsProps {
  media: Media;
  handle: ReactNode;
  /** An administrator's menu, shown instead of the owner's. */
  menu: ReactNode;
}

/** The state of a song or video and the actions of its owner or an administrator, below its card. */
export function OwnerTools({ media, handle, menu }: OwnerToolsProps) {
  return (
    <div className="mt-1 flex flex-col gap-1.5">
      <div className="-ml-2.5 flex items-center gap-1">
        {handle}
        {menu ?? <OwnerMenu media={media} />}
      </div>
      <MediaLabels media={media} />
    </div>
  );
}

function OwnerMenu({ media }: { media: Media }) {
  const [asks, setAsks] = useState(false);
  const { busy, change, remove } = useOwnActions();
  const { id, title, can } = media;
  return (
    <>
      <Menu
        label={`Actions for ${title}`}
        renderTrigger={(trigger) => (
          <IconButton label={`Actions for ${title}`} {...busyTrigger(trigger, busy)}>
            <MoreIcon />
          </IconButton>
        )}
      >
        <Link to="/account/media/edit/$id" params={{ id }} role="menuitem" tabIndex={-1} className={menuItemClass}>
          <EditIcon />
          Edit
        </Link>
        {can.publish && (
          <MenuItem icon={<EyeIcon />} onSelect={() => void change(media, { published: true })}>
            Publish
          </MenuItem>
        )}
        {can.unpublish && (
          <MenuItem icon={<EyeOffIcon />} onSelect={() => void change(media, { published: false })}>
            Un-Publish
          </MenuItem>
        )}
        {can.delete && (
          <MenuItem danger icon={<TrashIcon />} onSelect={() => setAsks(true)}>
            Delete
          </MenuItem>
        )}
      </Menu>
      {asks && (
        <ConfirmDialog
          title="Delete media"
          confirm="Delete"
          danger
          busy={busy}
          onClose={() => setAsks(false)}
          onConfirm={() => void remove([media]).finally(() => setAsks(false))}
        >
          <p>{sentence`“${title}” will be deleted with its files and statistics. This cannot be undone.`}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
