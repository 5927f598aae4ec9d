import type { ReactNode } from 'react';
import { Button } from '../../platform/ui/button.tsx';

interface SelectionBarProps<Row, Action> {
  /** The plural noun for the rows, such as `users`. */
  of: string;
  selected: readonly Row[];
  actions: readonly Action[];
  /** Whether the action applies to the row. An action that applies to no selected row is disabled. */
  isFor: (action: Action, row: Row) => boolean;
  busy: boolean;
  onAction: (action: Action, selected: readonly Row[]) => void;
  /** Other buttons, before the actions. */
  children?: ReactNode;
}

/** The number of selected rows, and the actions that can apply to several rows. */
export function SelectionBar<Row, Action extends { name: string; label: string; danger?: boolean; bulk?: unknown }>({
  of,
  selected,
  actions,
  isFor,
  busy,
  onAction,
  children,
}: SelectionBarProps<Row, Action>) {
  return (
    <fieldset className="flex min-h-10 flex-wrap items-center gap-2">
      <legend className="sr-only">{`Selected ${of}`}</legend>
      <output className="tabular mr-2 text-muted">{`${selected.length} selected`}</output>
      {children}
      {actions
        .filter(({ bulk }) => bulk)
        .map((action) => (
          <Button
            key={action.name}
            size="small"
            variant={action.danger ? 'danger' : 'outline'}
            disabled={busy || !selected.some((row) => isFor(action, row))}
            onClick={() => onAction(action, selected)}
          >
            {action.label}
          </Button>
        ))}
    </fieldset>
  );
}
