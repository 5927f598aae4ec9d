import type { MenuTriggerProps } from './menu.tsx';

/**
 * Props for a menu's button while the action chosen in the menu is running. The button opens nothing then, but isn't
 * disabled, because a disabled button would lose the focus for good.
 */
export const busyTrigger = (trigger: MenuTriggerProps, busy: boolean) =>
  busy
    ? { ref: trigger.ref, 'aria-haspopup': 'menu' as const, 'aria-disabled': true, className: 'opacity-50' }
    : trigger;
