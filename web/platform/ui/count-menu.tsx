import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CountBadge } from './count-badge.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';

/** A fixed width, because the menu's position is computed once as it opens, before its content is loaded. */
export const COUNT_MENU_WIDTH = 'w-[min(360px,calc(100vw-32px))]!';

interface CountMenuProps {
  label: string;
  icon: ReactNode;
  /** The number of unread entries. */
  count: number;
  children: ReactNode;
}

/** A button of the navbar with its number of unread entries, and a menu of the newest ones. */
export function CountMenu({ label, icon, count, children }: CountMenuProps) {
  return (
    <Menu
      label={label}
      renderTrigger={(props) => (
        <IconButton label={count === 0 ? label : `${label}, ${count} unread`} {...props}>
          {icon}
          <CountBadge count={count} />
        </IconButton>
      )}
    >
      {children}
    </Menu>
  );
}

/** A sentence shown in the place of entries. It has the role of an item, because a menu may contain only items. */
export const MenuSentence = ({ children }: { children: string }) => (
  <span
    role="menuitem"
    aria-disabled="true"
    className={classNames('flex min-h-10 items-center px-3 py-2 text-muted', COUNT_MENU_WIDTH)}
  >
    {children}
  </span>
);
