import type { Performance } from '@scoville/contract/community/performances.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { admissionText, venueTimeText, viewerTimeText, zoneText } from './show-time.ts';

const linkClass = 'inline-flex min-h-10 items-center underline underline-offset-4 break-all';

/**
 * The details of a show for its audience. Times are in the venue's time zone, and also in the viewer's if they differ.
 */
export function ShowDetails({ show }: { show: Performance }) {
  const admission = admissionText(show);
  const here = viewerTimeText(show);
  const { website } = show.placeDetails;
  const place = [show.venue, show.town].filter((part) => part !== '').join(', ');
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <h3 dir="auto" className="text-lead break-words">
        {show.name}
      </h3>
      <p>
        <time dateTime={show.startsAt}>{venueTimeText(show)}</time>{' '}
        <span className="text-muted">
          {zoneText(show)}
          {here !== null && ` (${here} your time)`}
        </span>
      </p>
      {(place !== '' || admission !== null || (show.numPerformances ?? 1) > 1) && (
        <p className="text-muted break-words">
          {[
            place,
            admission === null ? '' : `Admission ${admission}`,
            (show.numPerformances ?? 1) > 1 ? pluralize(show.numPerformances ?? 1, 'performance', 'performances') : '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      )}
      {show.notes !== '' && (
        <p dir="auto" className="max-w-[68ch] break-words whitespace-pre-line">
          {show.notes}
        </p>
      )}
      {(show.ticketLink !== null || website !== null) && (
        <p className="flex flex-wrap gap-x-5">
          {show.ticketLink !== null && (
            <a href={show.ticketLink} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
              Tickets
            </a>
          )}
          {website !== null && (
            <a href={website} target="_blank" rel="noopener noreferrer nofollow" className={linkClass}>
              Website of the venue
            </a>
          )}
        </p>
      )}
    </div>
  );
}
