import { type HTMLAttributes, type ReactNode, type TdHTMLAttributes, type ThHTMLAttributes, useRef } from 'react';
import { classNames } from './class-names.ts';
import { useCutEdges } from './cut-edges.ts';

/**
 * A table whose rows are cards on a phone: the checkbox, the picture, the title and the menu in one line, with a line
 * for each named cell below. On wider screens a table that is too wide scrolls sideways in its own box, and fades where
 * it is cut off. `caption` is for screen readers.
 */
export function Table({ caption, children }: { caption: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const { fade } = useCutEdges(box);
  return (
    <section
      ref={box}
      aria-label={caption}
      className={classNames('relative overflow-x-auto rounded-cover border border-line bg-surface', fade)}
    >
      <table className="w-full border-collapse text-left max-md:block max-md:*:block max-md:[&>thead>tr]:block">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

interface TableHeadProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Also shown on a phone, where the other columns' names are shown in the cells. */
  always?: boolean;
}

export function TableHead({ always = false, className, ...rest }: TableHeadProps) {
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line px-3 py-2.5 text-caption font-[550] whitespace-nowrap text-muted',
        always ? 'max-md:block' : 'max-md:sr-only',
        className,
      )}
      {...rest}
    />
  );
}

export function TableRow({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) {
  return (
    <tr
      className={classNames(
        'border-b border-line last:border-0 hover:bg-raised max-md:grid max-md:grid-cols-[52px_60px_minmax(0,1fr)_54px] max-md:items-center max-md:px-1.5 max-md:py-2',
        className,
      )}
      {...rest}
    />
  );
}

interface TableCellProps extends TdHTMLAttributes<HTMLTableCellElement> {
  /** The column's name, shown on a phone, where the cell is a line of its own. */
  name?: string;
  /** The cell holds the row's actions; on a phone it is shown beside the title. */
  actions?: boolean;
}

export function TableCell({ name, actions = false, className, children, ...rest }: TableCellProps) {
  return (
    <td
      data-name={name}
      className={classNames(
        'px-3 py-2',
        name === undefined
          ? 'max-md:px-1.5'
          : 'max-md:col-span-full max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:py-1 max-md:text-right max-md:before:text-muted max-md:before:content-[attr(data-name)]',
        actions && 'max-md:col-start-4 max-md:row-start-1',
        className,
      )}
      {...rest}
    >
      {name === undefined ? children : <div className="min-w-0">{children}</div>}
    </td>
  );
}
