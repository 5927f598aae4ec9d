import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CountBadge } from './count-badge.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';

/** The same from the start, whatever comes in: the menu's place is found as it opens. */
export const COUNT_MENU_WIDTH = 'w-[min(360px,calc(100vw-32px))]!';

interface CountMenuProps {
  label: string;
  icon: ReactNode;
  /** How many are unread. */
  count: number;
  children: ReactNode;
}

/** A button of the navbar that says how many are unread, and the menu with the newest. */
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

/** A sentence where entries would be: a menu holds nothing but items. */
export const MenuSentence = ({ children }: { children: string }) => (
  <span
    role="menuitem"
    aria-disabled="true"
    className={classNames('flex min-h-10 items-center px-3 py-2 text-muted', COUNT_MENU_WIDTH)}
  >
    {children}
  </span>
);
