import { Link } from '@tanstack/react-router';
import { MenuIcon } from '../ui/icons.tsx';
import { Menu, MenuSeparator, menuItemClass } from '../ui/menu.tsx';
import { CategoryLinks } from './category-links.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const item = { role: 'menuitem', tabIndex: -1, className: `${menuItemClass} md:hidden` } as const;

/** A visitor's menu: on a phone all of the navigation, elsewhere the theme. */
export function MobileMenu() {
  return (
    <Menu
      label="Menu"
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
    >
      <CategoryLinks />
      <Link to="/login" {...item}>
        Sign in
      </Link>
      <Link to="/signup" {...item}>
        Create Account
      </Link>
      <div className="md:hidden">
        <MenuSeparator />
      </div>
      <ThemeChoice />
    </Menu>
  );
}
