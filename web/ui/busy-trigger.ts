import type { MenuTriggerProps } from './menu.tsx';

/**
 * What the button of a menu carries while what was chosen there goes on: it opens nothing, and keeps the focus, which a
 * disabled one would lose for good.
 */
export const busyTrigger = (trigger: MenuTriggerProps, busy: boolean) =>
  busy
    ? { ref: trigger.ref, 'aria-haspopup': 'menu' as const, 'aria-disabled': true, className: 'opacity-50' }
    : trigger;
