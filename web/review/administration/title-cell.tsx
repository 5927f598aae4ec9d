import type { ReactNode } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';
import { TableCell } from '../../platform/ui/table.tsx';

interface TitleCellProps {
  title: string;
  /** Opens the details of the row; without it the title is plain text. */
  onOpen?: () => void;
  /** The button's accessible name, if the title alone doesn't make clear what opens. */
  label?: string;
  /** Whether the row ends with a menu, which a phone shows beside the title. */
  withMenu?: boolean;
  children?: ReactNode;
}

/** The first cell of a row, and the head of its card on a phone. */
export function TitleCell({ title, onOpen, label, withMenu = false, children }: TitleCellProps) {
  return (
    <TableCell
      className={classNames(
        'wrap-anywhere max-md:pl-3! md:min-w-64',
        withMenu ? 'max-md:col-span-3' : 'max-md:col-span-full',
      )}
    >
      {onOpen === undefined ? (
        title
      ) : (
        <button
          type="button"
          aria-label={label}
          className="min-h-10 text-left font-[550] wrap-anywhere hover:underline md:min-h-0"
          onClick={onOpen}
        >
          {title}
        </button>
      )}
      {children}
    </TableCell>
  );
}
