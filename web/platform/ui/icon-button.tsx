import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** The accessible name, which is also the tooltip. */
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button of 42 px with an icon; its name appears as a tooltip after 300 ms. */
export function IconButton({ label, children, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} delay={300} isName>
      <button
        type={type}
        aria-label={label}
        className={classNames(
          'relative grid size-[42px] flex-none place-items-center rounded-control hover:bg-raised disabled:opacity-50 disabled:hover:bg-transparent',
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
