import {
  type DeskReviewer,
  REVIEW_DESK_DAYS,
  SEVERITY_WEEKS,
  type reviewDesk,
} from '@scoville/contract/review/curation/review-desk.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { momentText, numberText, pluralize } from '../../platform/lib/format.ts';
import { EmptyState } from '../../platform/ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { reviewDeskQuery } from './administration.calls.ts';
import { type Column, DataTable } from './data-table.tsx';
import { Loaded } from './loaded.tsx';

type Desk = Reply<typeof reviewDesk>;

/** How well the review desk keeps its promised time, and how the work is shared among the reviewers. */
export function AdminReviewsScreen() {
  const desk = useQuery(reviewDeskQuery);
  return (
    <AdminFrame title="Review Desk">
      <Loaded query={desk} what="figures of the review desk">
        {(data) => (
          <>
            <Figures desk={data} />
            <h2 className="text-title">Reviewers</h2>
            <p className="max-w-[68ch] text-muted">
              Severity says how many points lower than others a reviewer scores, with the range that it is very likely
              in. Spread says how far the scores of a reviewer vary around that. Both are estimated from all readings.
            </p>
            {data.reviewers.length === 0 ? (
              <EmptyState>There are no certified reviewers yet. Certify somebody on the Users tab.</EmptyState>
            ) : (
              <DataTable
                caption="Reviewers"
                columns={REVIEWER_COLUMNS}
                rows={data.reviewers}
                mark={({ id }) => ({ 'data-reviewer': id })}
              />
            )}
          </>
        )}
      </Loaded>
    </AdminFrame>
  );
}

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);
function hoursText(hours: number | null): string {
  if (hours === null) return '–';
  // Shown as hours, a wait of three minutes would be “0.1 h”.
  if (hours < 0.95) return `${Math.ceil(hours * 60)} min`;
  return `${hours < 10 ? hours.toFixed(1) : numberText(Math.round(hours))} h`;
}
const scoreText = (score: number | null) => (score === null ? '–' : score.toFixed(0));

function Figures({ desk }: { desk: Desk }) {
  const { waiting, overdue, oldestOn, promiseHours, verdicts, inTime, hours, rejected, score } = desk;
  const inDays = `of ${pluralize(verdicts, 'verdict', 'verdicts')} in ${REVIEW_DESK_DAYS} days`;
  return (
    <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Figure name="Waiting" value={numberText(waiting)}>
        {overdue > 0
          ? `${numberText(overdue)} waiting longer than the promised ${promiseHours} hours; the oldest since ${oldestOn === null ? '–' : momentText(oldestOn)}`
          : oldestOn === null
            ? 'Nothing waits for review'
            : `None waiting longer than the promised ${promiseHours} hours`}
      </Figure>
      <Figure name="On time" value={percent(inTime)}>{`within ${promiseHours} hours, ${inDays}`}</Figure>
      <Figure name="Median wait" value={hoursText(hours)}>
        from submission to verdict
      </Figure>
      <Figure name="Rejected" value={percent(rejected)}>
        {`${inDays}; the mean score is ${scoreText(score)}`}
      </Figure>
    </dl>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div data-figure={name} className="rounded-cover border border-line bg-surface px-4 py-3">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="font-display text-head font-[650]">{value}</dd>
      <dd className="text-caption text-muted">{children}</dd>
    </div>
  );
}

const pointsText = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;

function SeverityCell({ severity, earlier }: DeskReviewer) {
  if (severity === null) return '–';
  const { points, low, high } = severity;
  return (
    <>
      {pointsText(points)}
      <span className="block text-caption whitespace-nowrap text-muted">
        {pointsText(low)} to {pointsText(high)}
      </span>
      {earlier?.hasChanged === true && (
        <span className="block text-caption">{`${SEVERITY_WEEKS} weeks ago: ${pointsText(earlier.points)}`}</span>
      )}
    </>
  );
}

/** Load and severity of each reviewer; the reviewer with the most waiting items is first. */
const REVIEWER_COLUMNS: Column<DeskReviewer>[] = [
  {
    name: 'Reviewer',
    render: ({ id, name, isCertified }) => (
      <>
        <Link
          to="/admin/audit"
          search={{ actor: id }}
          className="inline-flex min-h-10 items-center font-[550] wrap-anywhere hover:underline md:min-h-0"
        >
          {name}
        </Link>
        {!isCertified && <span className="block text-caption text-muted">Not certified</span>}
      </>
    ),
  },
  { name: 'Waiting', render: ({ waiting }) => numberText(waiting) },
  { name: 'Overdue', render: ({ overdue }) => numberText(overdue) },
  { name: 'Verdicts', render: ({ verdicts }) => numberText(verdicts) },
  { name: 'On time', render: ({ inTime }) => percent(inTime) },
  { name: 'Median wait', render: ({ hours }) => hoursText(hours) },
  { name: 'Rejected', render: ({ rejected }) => percent(rejected) },
  { name: 'Mean score', render: ({ score }) => scoreText(score) },
  { name: 'Severity', render: SeverityCell },
  { name: 'Spread', render: ({ spread }) => (spread === null ? '–' : `±${spread.toFixed(1)}`) },
];
