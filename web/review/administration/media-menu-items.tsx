import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Link } from '@tanstack/react-router';
import { MenuItem, MenuSeparator, menuItemClass } from '../../platform/ui/menu.tsx';
import { MEDIA_ACTIONS, type MediaAction } from './media-actions.ts';

export interface MediaMenuItemsProps {
  media: Media;
  onCurate: () => void;
  /** Opens the list of flagged comments. */
  onFlagged: () => void;
  onAction: (action: MediaAction) => void;
}

/** The actions of an administrator on a song or video, as the entries of a menu. */
export function MediaMenuItems({ media, onCurate, onFlagged, onAction }: MediaMenuItemsProps) {
  const offered = MEDIA_ACTIONS.filter((action) => action.when(media));
  return (
    <>
      <Link
        to="/account/media/edit/$id"
        params={{ id: media.id }}
        role="menuitem"
        tabIndex={-1}
        className={menuItemClass}
      >
        Edit
      </Link>
      {(media.can.curate || media.can.update) && (
        <MenuItem onSelect={onCurate}>{media.can.curate ? 'Curate' : 'Update curation'}</MenuItem>
      )}
      {offered
        .filter(({ danger }) => !danger)
        .map((action) => (
          <MenuItem key={action.name} onSelect={() => onAction(action)}>
            {action.label}
          </MenuItem>
        ))}
      {media.commentCount > 0 && <MenuItem onSelect={onFlagged}>Flagged comments</MenuItem>}
      <MenuSeparator />
      {offered
        .filter(({ danger }) => danger)
        .map((action) => (
          <MenuItem key={action.name} danger onSelect={() => onAction(action)}>
            {action.label}
          </MenuItem>
        ))}
    </>
  );
}
