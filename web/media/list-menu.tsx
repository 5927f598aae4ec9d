import type { MediaSummary } from '@scoville/contract/media.ts';
import { createContext } from 'react';
import { MoreIcon } from '../ui/icons.tsx';
import { LateMenu } from '../ui/late-menu.tsx';

interface ListMenuProps {
  /** What the list is called where it is spoken of. */
  name: string;
  /** Brings all that is to be put into the queue, in the list's order. */
  whole: () => Promise<readonly MediaSummary[]>;
}

/** What the list of the menu is about, for `ListMenuList`, which comes later than its button. */
export const MenuOfList = createContext<ListMenuProps | null>(null);

const load = () => import('./list-menu-list.tsx').then(({ ListMenuList }) => ListMenuList);

/** The menu of what anybody can do with the whole of a list. */
export function ListMenu({ name, whole }: ListMenuProps) {
  return (
    <MenuOfList value={{ name, whole }}>
      <LateMenu
        load={load}
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            aria-label={`More for ${name}`}
            title="More"
            className="grid size-[42px] flex-none place-items-center rounded-control border border-line hover:bg-raised"
          >
            <MoreIcon className="size-5" />
          </button>
        )}
      />
    </MenuOfList>
  );
}
