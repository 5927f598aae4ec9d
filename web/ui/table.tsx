import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

/** A table that scrolls sideways in its own box where it is too wide; `caption` is for screen readers. */
export function Table({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <section aria-label={caption} className="relative overflow-x-auto rounded-cover border border-line bg-surface">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ className, ...rest }: ThHTMLAttributes<HTMLTableCellElement>) {
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line px-3 py-2.5 text-caption font-[550] whitespace-nowrap text-muted',
        className,
      )}
      {...rest}
    />
  );
}

export function TableRow({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) {
  return <tr className={classNames('border-b border-line last:border-0 hover:bg-raised', className)} {...rest} />;
}

export function TableCell({ className, ...rest }: TdHTMLAttributes<HTMLTableCellElement>) {
  return <td className={classNames('px-3 py-2', className)} {...rest} />;
}
