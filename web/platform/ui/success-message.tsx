import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A stable function, because React calls a ref again when its function changes. */
const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/**
 * Replaces a form or a button once its action has succeeded. Takes the focus that the removed control had, so that a
 * screen reader reads the message and the keyboard continues from there.
 */
export const SuccessMessage = ({ className, children }: { className?: string; children: ReactNode }) => (
  <output ref={takeFocus} tabIndex={-1} className={classNames('wrap-anywhere', className)}>
    {children}
  </output>
);
