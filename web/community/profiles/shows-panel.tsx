import { isPast } from '@scoville/contract/community/performances.ts';
import { calendarPath, calendarSubscription } from '../performances/performances.calls.ts';
import { ShowDetails } from '../performances/show-details.tsx';
import { ShowList } from '../performances/show-list.tsx';

/** A musician's upcoming shows. */
export function ShowsPanel({ musicianId }: { musicianId: string }) {
  return (
    <>
      <ShowList musicianId={musicianId} when="upcoming" label="Upcoming shows" empty={null}>
        {(show) => (isPast(show) ? null : <ShowDetails show={show} />)}
      </ShowList>
      <p className="pb-2 text-muted">
        <a
          href={calendarSubscription(musicianId)}
          className="inline-flex min-h-10 items-center underline underline-offset-4"
        >
          Subscribe to these shows in your calendar
        </a>{' '}
        or{' '}
        <a href={calendarPath(musicianId)} className="inline-flex min-h-10 items-center underline underline-offset-4">
          download them
        </a>
      </p>
    </>
  );
}
