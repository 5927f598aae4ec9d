import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Origin } from '@scoville/contract/catalogue/player/listening-events.ts';
import { type MediaStats, mediaStats } from '@scoville/contract/listening/stats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { numberText, pluralize } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Chip } from '../../platform/ui/chips.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { RetentionSection } from './retention-section.tsx';
import { MonthChart } from './month-chart.tsx';
import { ShowingsTable } from './showings-table.tsx';
import { saveCsv } from './save-csv.ts';
import { statsCsv } from './stats-csv.ts';
import { METRICS, type Metric, type StatsMonth, monthText, toMonths } from './stats-months.ts';

const NAMES: Record<Metric, string> = {
  plays: 'Plays',
  listeners: 'Listeners',
  favorites: 'Favorites',
  shares: 'Shares',
};
const ORIGIN_NAMES: Record<Origin, string> = {
  page: 'The page of a song or video',
  list: 'Lists and playlists',
  search: 'Search',
  feed: 'Feeds',
  embed: 'Other sites',
  queue: 'Recommendations after a queue',
};

/**
 * The last twelve months of the account's songs and videos: a chart, the origins of plays, and a table of all figures.
 */
export default function StatsDialog({ onClose }: { onClose: () => void }) {
  const { productName } = useSettings();
  const { data, error, refetch } = useQuery({ ...queryOf(mediaStats, {}), staleTime: 0 });
  const months = data && toMonths(data);
  return (
    <Dialog
      title="Your stats"
      width="wide"
      onClose={onClose}
      actions={
        months && <Button onClick={() => saveCsv('stats.csv', statsCsv(months, data.audience))}>Download as CSV</Button>
      }
    >
      {data && months ? (
        <Stats data={data} months={months} />
      ) : error ? (
        <ErrorState message={errorText(error, productName)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading your stats">
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
    </Dialog>
  );
}

function Stats({ data, months }: { data: MediaStats; months: readonly StatsMonth[] }) {
  const [metric, setMetric] = useState<Metric>('plays');
  const origins = data.audience?.origins ?? [];
  const known = origins.reduce((sum, { plays }) => sum + plays, 0);
  return (
    // `relative` contains the text for screen readers, which would otherwise make the dialog itself scroll.
    <div className="relative flex flex-col gap-7">
      <section aria-label="By month" className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          {METRICS.map((one) => (
            <Chip key={one} pressed={one === metric} onClick={() => setMetric(one)}>
              {NAMES[one]}
            </Chip>
          ))}
        </div>
        {months.every((month) => month[metric] === 0) ? (
          <EmptyState>{`No ${NAMES[metric].toLowerCase()} in the last twelve months.`}</EmptyState>
        ) : (
          <MonthChart months={months} metric={metric} />
        )}
      </section>
      {known > 0 && (
        <section aria-labelledby="stats-origins" className="flex flex-col gap-3">
          <h3 id="stats-origins" className="font-[650]">
            Where plays began
          </h3>
          <ul className="flex flex-col gap-2">
            {origins.map(({ origin, plays }) => (
              <li key={origin}>
                <p className="flex justify-between gap-4">
                  {ORIGIN_NAMES[origin]}
                  <span className="tabular text-muted">{pluralize(plays, 'play', 'plays')}</span>
                </p>
                <span
                  aria-hidden="true"
                  className="mt-1 block h-1.5 rounded bg-ember"
                  style={{ width: `${(plays / known) * 100}%` }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.audience && data.audience.heard.length > 0 && <RetentionSection heard={data.audience.heard} />}
      {data.audience && data.audience.showings.length > 0 && <ShowingsTable showings={data.audience.showings} />}
      <table className="tabular w-full text-right text-caption md:text-base">
        <caption className="sr-only">Your last twelve months</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2 text-left font-[550]">
              Month
            </th>
            {METRICS.map((one) => (
              <th key={one} scope="col" className="py-2 pl-2 font-[550]">
                {NAMES[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.date} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                {monthText(month.date)}
              </th>
              {METRICS.map((one) => (
                <td key={one} className="py-2 pl-2">
                  {numberText(month[one])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
