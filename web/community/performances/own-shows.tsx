import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../platform/ui/button.tsx';
import { ShowDetails } from './show-details.tsx';
import { ShowList } from './show-list.tsx';

const LISTS = [
  { when: 'upcoming', label: 'Upcoming shows', empty: 'You have no upcoming shows.' },
  { when: 'past', label: 'Past shows', empty: 'Shows are listed here once their day is over.' },
] as const;

/** A musician's own shows, read-only, with a link to the screen for editing them. */
export function OwnShows({ musicianId }: { musicianId: string }) {
  return (
    <>
      {LISTS.map(({ when, label, empty }) => (
        <section key={when} aria-labelledby={`shows-${when}`} className="flex flex-col gap-2">
          <h2 id={`shows-${when}`} className="text-title">
            {label}
          </h2>
          <ShowList musicianId={musicianId} when={when} label={label} empty={<p className="text-muted">{empty}</p>}>
            {(show) => <ShowDetails show={show} />}
          </ShowList>
          {when === 'upcoming' && (
            <Link to="/account/performances" className={`${buttonClass()} self-start`}>
              Add and change shows
            </Link>
          )}
        </section>
      ))}
    </>
  );
}
