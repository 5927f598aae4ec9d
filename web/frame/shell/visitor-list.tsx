import { Link } from '@tanstack/react-router';
import { InfoIcon } from '../../platform/ui/icons.tsx';
import type { LateListProps } from '../../platform/ui/late-menu.tsx';
import { MenuList, MenuSeparator, menuItemClass } from '../../platform/ui/menu.tsx';
import { CategoryLinks } from './category-links.tsx';
import { PlayerKeysChoice } from './player-keys-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const item = { role: 'menuitem', tabIndex: -1 } as const;

/** The entries of a visitor's menu. */
export default function VisitorList(list: LateListProps) {
  return (
    <MenuList label="Menu" {...list}>
      <CategoryLinks />
      <Link to="/login" {...item} className={`${menuItemClass} md:hidden`}>
        Sign in
      </Link>
      <Link to="/signup" {...item} className={`${menuItemClass} lg:hidden`}>
        Create Account
      </Link>
      <div className="lg:hidden">
        <MenuSeparator />
      </div>
      <ThemeChoice />
      <MenuSeparator />
      <PlayerKeysChoice />
      <MenuSeparator />
      <Link to="/help" {...item} className={menuItemClass}>
        <InfoIcon />
        Help
      </Link>
    </MenuList>
  );
}
