import { use } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { putInQueue } from '../player/queue/put-in-queue.ts';
import { AddToQueueIcon, PlayNextIcon } from '../player/queue/queue-icons.tsx';
import type { LateListProps } from '../../platform/ui/late-menu.tsx';
import { MenuItem, MenuList } from '../../platform/ui/menu.tsx';
import { MenuOfList } from './menu-contexts.ts';

/** The items of the menu for a whole list. Loaded when the menu is needed, not with the first load. */
export default function ListMenuList(list: LateListProps) {
  const { name, whole } = use(MenuOfList)!;
  const { productName } = useSettings();
  const put = (where: 'next' | 'last') =>
    whole()
      .then((media) => putInQueue(media, where))
      .catch((error: unknown) => showFailure(error, productName, 'The list could not be loaded.'));
  return (
    <MenuList label={`More for ${name}`} {...list}>
      <MenuItem icon={<PlayNextIcon />} onSelect={() => void put('next')}>
        Play next
      </MenuItem>
      <MenuItem icon={<AddToQueueIcon />} onSelect={() => void put('last')}>
        Add to queue
      </MenuItem>
    </MenuList>
  );
}
