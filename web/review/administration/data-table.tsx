import type { ReactNode } from 'react';
import type { useSelection } from '../../platform/lib/use-selection.ts';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { Table, TableCell, TableHead, TableRow } from '../../platform/ui/table.tsx';

/** A column: the name in its head, and its cell in each row. */
export interface Column<Row> {
  name: string;
  /**
   * A phone shows a cell as a line with the column's name, unless it is of one of these kinds: a `plain` cell has no
   * name there, a `title` heads the row's card, and a `menu` is beside the title. The heads of a `menu` and of an
   * `unnamed` column are for screen readers only.
   */
  kind?: 'plain' | 'title' | 'unnamed' | 'menu';
  /** Whether the cells stay in one line. */
  nowrap?: boolean;
  className?: string;
  render: (row: Row) => ReactNode;
}

interface DataTableProps<Row extends { id: string }> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Attributes that tell what a row is. */
  mark?: (row: Row) => Record<`data-${string}`, string>;
  /** Adds a column of checkboxes, which `nameOf` labels. */
  selection?: ReturnType<typeof useSelection<Row>> & { nameOf: (row: Row) => string };
}

/** The table of every administration screen: the heads of its columns, and a row with a cell of each. */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  mark,
  selection,
}: DataTableProps<Row>) {
  const hasMenu = columns.some(({ kind }) => kind === 'menu');
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          {selection && (
            <TableHead always>
              <Checkbox
                hideLabel="wide"
                label="Select all of this page"
                checked={rows.length > 0 && selection.selected.length === rows.length}
                onChange={(event) => selection.selectAll(event.target.checked)}
              />
            </TableHead>
          )}
          {columns.map(({ name, kind }) => (
            <TableHead key={name}>
              {kind === 'menu' || kind === 'unnamed' ? <span className="sr-only">{name}</span> : name}
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.id} {...mark?.(row)}>
            {selection && (
              <TableCell className="md:w-12">
                <Checkbox
                  hideLabel
                  label={`Select ${selection.nameOf(row)}`}
                  checked={selection.isSelected(row)}
                  onChange={(event) => selection.select(row, event.target.checked)}
                />
              </TableCell>
            )}
            {columns.map((column) => (
              <TableCell key={column.name} {...cellProps(column, hasMenu)}>
                {column.render(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function cellProps<Row>({ name, kind, nowrap = false, className }: Column<Row>, hasMenu: boolean) {
  if (kind === 'menu') return { actions: true, className: 'md:w-12' };
  // A menu takes the fourth column of the card's grid.
  const title = `wrap-anywhere max-md:pl-3! md:min-w-64 ${hasMenu ? 'max-md:col-span-3' : 'max-md:col-span-full'}`;
  return {
    name: kind === undefined ? name : undefined,
    className: classNames(kind === 'title' && title, nowrap && 'whitespace-nowrap', className),
  };
}
