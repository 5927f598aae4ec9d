import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Stays the same function, so that React calls it once for an element. */
const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/**
 * What stands where a form or a button was, once it is done: it takes the focus that went with them, so that a screen reader
 * reads it, and the keyboard goes on from there.
 */
export const SuccessMessage = ({ className, children }: { className?: string; children: ReactNode }) => (
  <output ref={takeFocus} tabIndex={-1} className={classNames('wrap-anywhere', className)}>
    {children}
  </output>
);
