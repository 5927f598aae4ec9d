import type { MediaStats } from '@scoville/contract/listening/stats.ts';
import { numberText } from '../../platform/lib/format.ts';

type Showings = NonNullable<MediaStats['audience']>['showings'];

const COLUMNS = [
  ['browse', 'In Browse'],
  ['queue', 'After a queue'],
  ['plays', 'Played'],
] as const;

/** The number of times that each song and video was recommended, by place, and how often listeners then played it. */
export function ShowingsTable({ showings }: { showings: Showings }) {
  const columns = COLUMNS.filter(([name]) => name !== 'queue' || showings.some(({ queue }) => queue > 0));
  return (
    <section aria-labelledby="stats-showings" className="flex flex-col gap-3">
      <h3 id="stats-showings" className="font-[650]">
        Where your songs and videos were recommended
      </h3>
      <p className="text-muted">
        How many listeners saw each one, counted once a day, and how often one of them played it within a day.
      </p>
      <table
        aria-labelledby="stats-showings"
        className="tabular w-full table-fixed text-right text-caption md:text-base"
      >
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="w-2/5 py-2 text-left font-[550]">
              Title
            </th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col" className="py-2 pl-2 font-[550]">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {showings.map((one) => (
            <tr key={one.id} className="border-b border-line last:border-0">
              <th scope="row" className="truncate py-2 text-left font-normal" title={one.title}>
                {one.title}
              </th>
              {columns.map(([name]) => (
                <td key={name} className="py-2 pl-2">
                  {numberText(one[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
