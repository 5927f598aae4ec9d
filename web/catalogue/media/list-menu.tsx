import { MoreIcon } from '../../platform/ui/icons.tsx';
import { LateMenu } from '../../platform/ui/late-menu.tsx';
import { MenuOfList, type WholeList } from './menu-contexts.ts';

const load = () => import('./list-menu-list.tsx');

/** The menu for a whole list, with the actions that are open to everyone. */
export function ListMenu({ name, whole }: WholeList) {
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
