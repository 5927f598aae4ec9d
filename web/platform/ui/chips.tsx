import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Classes that make a link look like a chip: `<Link className={chipClass()}>`. */
export const chipClass = (quiet = false): string =>
  classNames(
    'inline-flex min-h-10 max-w-full items-center rounded-control px-4 wrap-anywhere hover:brightness-110',
    quiet ? 'border border-line text-muted hover:bg-raised' : 'bg-raised font-[550]',
  );

export interface ChipProps {
  children: ReactNode;
  pressed: boolean;
  onClick: () => void;
  disabled?: boolean;
}

/** A toggle: a choice that is on or off. */
export function Chip({ children, pressed, onClick, disabled = false }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      className={classNames(
        'inline-flex min-h-10 items-center gap-2 rounded-control border px-4 whitespace-nowrap disabled:opacity-50',
        pressed ? 'border-text bg-raised font-[550]' : 'border-line text-muted hover:bg-raised',
      )}
    >
      {children}
    </button>
  );
}
