import type { ReactNode } from 'react';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { TableHead } from '../../platform/ui/table.tsx';

interface SelectionBarProps {
  /** The plural noun for the rows, such as `users`. */
  of: string;
  count: number;
  /** The buttons that act on the selected rows. */
  children: ReactNode;
}

/** The number of selected rows, and the actions on them. */
export function SelectionBar({ of, count, children }: SelectionBarProps) {
  return (
    <fieldset className="flex min-h-10 flex-wrap items-center gap-2">
      <legend className="sr-only">{`Selected ${of}`}</legend>
      <output className="tabular mr-2 text-muted">{`${count} selected`}</output>
      {children}
    </fieldset>
  );
}

/** The head of the checkbox column, which selects all rows of the page. */
export function SelectAllHead({ all, onSelectAll }: { all: boolean; onSelectAll: (on: boolean) => void }) {
  return (
    <TableHead always>
      <Checkbox
        hideLabel="wide"
        label="Select all of this page"
        checked={all}
        onChange={(event) => onSelectAll(event.target.checked)}
      />
    </TableHead>
  );
}
