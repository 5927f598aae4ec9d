import { use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMe } from '../../platform/lib/query.ts';
import { putInQueue } from '../player/queue/put-in-queue.ts';
import { AddToQueueIcon, PlayNextIcon } from '../player/queue/queue-icons.tsx';
import { PlaylistIcon } from '../../platform/ui/playlist-icon.tsx';
import { ShareIcon, WarningIcon } from '../../platform/ui/icons.tsx';
import type { LateListProps } from '../../platform/ui/late-menu.tsx';
import { MenuItem, MenuList, MenuSeparator } from '../../platform/ui/menu.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { MenuMedia } from './menu-contexts.ts';
import { toolsPort } from './tools-port.ts';

const ReportDialog = openedPart(async () => ({ default: await (await toolsPort.load()).loadReportDialog() }));

/** The items of the menu for a song or video. Loaded when the menu is needed, not with the first load. */
export default function MediaMenuList(list: LateListProps) {
  const { media, onShare, onAdd } = use(MenuMedia)!;
  const me = useMe();
  const what = { kind: 'media' as const, id: media.id, ownerId: media.musician.id };
  /** The item at the time of the click on Report, because the player may have moved on to the next song since. */
  const [reported, setReported] = useState<typeof what | null>(null);
  const endReport = () => setReported(null);
  const isPlayable = media.sources.length > 0;
  return (
    <>
      <MenuList label={`More for ${media.title}`} {...list}>
        <MenuItem icon={<PlayNextIcon />} disabled={!isPlayable} onSelect={() => putInQueue([media], 'next')}>
          Play next
        </MenuItem>
        <MenuItem icon={<AddToQueueIcon />} disabled={!isPlayable} onSelect={() => putInQueue([media], 'last')}>
          Add to queue
        </MenuItem>
        <MenuItem icon={<PlaylistIcon />} onSelect={onAdd}>
          Add to playlist
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<ShareIcon />} onSelect={onShare}>
          Share
        </MenuItem>
        {me && me.id !== what.ownerId && (
          <MenuItem icon={<WarningIcon />} onSelect={() => setReported(what)}>
            Report
          </MenuItem>
        )}
      </MenuList>
      {/* Outside the list, which would otherwise handle keys that are pressed in the dialog. */}
      {reported &&
        createPortal(<ReportDialog what={reported} onClose={endReport} onFailed={endReport} />, document.body)}
    </>
  );
}
