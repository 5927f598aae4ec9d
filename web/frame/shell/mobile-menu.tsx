import { MenuIcon } from '../../platform/ui/first-icons.tsx';
import { LateMenu } from '../../platform/ui/late-menu.tsx';

const load = () => import('./visitor-list.tsx');

/** A visitor's menu: the whole navigation on a phone, elsewhere the choice of theme. */
export function MobileMenu() {
  return (
    <LateMenu
      load={load}
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label="Menu"
          className="grid size-[42px] place-items-center rounded-control hover:bg-raised"
        >
          <MenuIcon />
        </button>
      )}
    />
  );
}
