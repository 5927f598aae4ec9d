import { Link } from '@tanstack/react-router';
import { InfoIcon } from '../ui/icons.tsx';
import type { LateListProps } from '../ui/late-menu.tsx';
import { MenuList, MenuSeparator, menuItemClass } from '../ui/menu.tsx';
import { CategoryLinks } from './category-links.tsx';
import { PlayerKeysChoice } from './player-keys-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const item = { role: 'menuitem', tabIndex: -1, className: `${menuItemClass} md:hidden` } as const;

/** What a visitor's menu holds. */
export function VisitorList(list: LateListProps) {
  return (
    <MenuList label="Menu" {...list}>
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
      <MenuSeparator />
      <PlayerKeysChoice />
      <MenuSeparator />
      <Link to="/help" role="menuitem" tabIndex={-1} className={menuItemClass}>
        <InfoIcon />
        Help
      </Link>
    </MenuList>
  );
}
