import { Link } from '@tanstack/react-router';
import { MenuSeparator, menuItemClass } from '../../platform/ui/menu.tsx';

const item = { role: 'menuitem', tabIndex: -1, className: `${menuItemClass} md:hidden` } as const;

/** The navbar's own links, for the menus of narrow screens. */
export function CategoryLinks() {
  return (
    <>
      <Link to="/genres" {...item}>
        Genres
      </Link>
      <Link to="/moods" {...item}>
        Moods
      </Link>
      <Link to="/favorites" {...item}>
        Favorites
      </Link>
      <div className="md:hidden">
        <MenuSeparator />
      </div>
    </>
  );
}
