import { numberText } from '../../platform/lib/format.ts';
import { type Metric, type StatsMonth, monthText } from './stats-months.ts';

/**
 * A bar for each month, with the best month in the flame's colour. Hidden from screen readers, because the table beside
 * it has the same figures.
 */
export function MonthChart({ months, metric }: { months: readonly StatsMonth[]; metric: Metric }) {
  const most = Math.max(1, ...months.map((month) => month[metric]));
  return (
    <ol aria-hidden="true" className="flex h-52 items-end gap-1 md:gap-2">
      {months.map((month) => (
        <li key={month.date} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center text-caption">
          <span className="tabular truncate text-muted max-md:hidden">
            {month[metric] > 0 && numberText(month[metric])}
          </span>
          <span
            className={month[metric] === most ? 'rounded-t bg-ember' : 'rounded-t bg-ash'}
            style={{ height: `max(2px, ${(month[metric] / most) * 75}%)` }}
          />
          <span className="mt-1 text-muted md:hidden">{monthText(month.date, 'narrow')}</span>
          <span className="mt-1 text-muted max-md:hidden">{monthText(month.date, 'short')}</span>
        </li>
      ))}
    </ol>
  );
}
