import type { ReactNode } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { TableHead } from '../ui/table.tsx';

interface SelectionBarProps {
  /** What is ticked, in the plural. */
  of: string;
  count: number;
  /** The buttons that act on what is ticked. */
  children: ReactNode;
}

/** How many rows are ticked, and what can be done with them together. */
export function SelectionBar({ of, count, children }: SelectionBarProps) {
  return (
    <fieldset className="flex min-h-10 flex-wrap items-center gap-2">
      <legend className="sr-only">{`Selected ${of}`}</legend>
      <output className="tabular mr-2 text-muted">{`${count} selected`}</output>
      {children}
    </fieldset>
  );
}

/** The head of the column of ticks: all of the page at once. */
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
