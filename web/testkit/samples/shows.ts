import {
  type NewPerformance,
  Performance,
  addPerformance,
  deletePerformance,
  isPast,
  performances,
  updatePerformance,
} from '@scoville/contract/community/performances.ts';
import { type Me, me } from '@scoville/contract/accounts/users/users.ts';
import { type Faked, fake, quietly } from '../api.ts';
import { LAST_PAGE, sample } from '../sample.ts';

const DAY = 24 * 3600 * 1000;

/** A calendar day in a time zone, `days` days from today: `2026-12-04`. */
export const dayIn = (days: number, timeZone = 'America/Chicago'): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone });

/** The moment at which clocks in a time zone show this date and time. */
function momentOf(date: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${date}T${time}Z`);
  const shown = Date.parse(`${new Date(asUtc).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  return asUtc - (shown - asUtc);
}

/** A show in Memphis tomorrow at 8 p.m., with the fields derived from its day, time and time zone. */
export function show(more: Partial<Performance> = {}): Performance {
  const { date, time, timeZone } = { date: dayIn(1), time: '20:00', timeZone: 'America/Chicago', ...more };
  const base = { venue: '', town: '', notes: '', isFree: false, placeDetails: { website: null } };
  return sample(Performance, {
    ...base,
    ...more,
    date,
    time,
    timeZone,
    startsAt: new Date(momentOf(date, time, timeZone)).toISOString(),
    pastFrom: new Date(momentOf(date, '00:00', timeZone) + DAY).toISOString(),
  });
}

interface KeptShows {
  /** Changes a show like another tab or device would. */
  change: (id: string, change: Partial<Performance>) => void;
  added: Faked<typeof addPerformance>['calls'];
  changed: Faked<typeof updatePerformance>['calls'];
}

type Sent = Partial<NewPerformance>;
const given = ({ placeDetails, ...fields }: Sent): Partial<Performance> =>
  ({
    ...fields,
    ...(placeDetails && { placeDetails: { website: placeDetails.website || null } }),
    ...('ticketLink' in fields && { ticketLink: fields.ticketLink || null }),
  }) as Partial<Performance>;

/** Fakes the shows of an account like the server: added, changed and removed shows are kept. */
export function keptShows(owner: Me, begin: readonly Performance[] = []): KeptShows {
  let shows = begin;
  const change = (id: string, fields: Partial<Performance>) => {
    shows = shows.map((one) => (one.id === id ? show({ ...one, ...fields }) : one));
  };
  const past = (when: boolean) => shows.filter((one) => isPast(one) === when);
  quietly(me, () => ({ ...owner, performances: shows.length, upcomingShows: past(false).length }));
  fake(performances, ({ query: { when } }) => {
    const found = when === undefined ? shows : past(when === 'past');
    const performer = { id: owner.id, displayName: owner.displayName };
    return { performer, performances: [...found], total: found.length, paging: LAST_PAGE };
  });
  const added = fake(addPerformance, ({ body }) => {
    const one = show({ performer: owner.id, ...given(body) });
    shows = [...shows, one];
    return one;
  });
  const changed = fake(updatePerformance, ({ params: { id }, body }) => {
    change(id, given(body));
    return shows.find((one) => one.id === id)!;
  });
  fake(deletePerformance, ({ params: { id } }) => {
    shows = shows.filter((one) => one.id !== id);
    return { id, deleted: true as const };
  });
  return { change, added: added.calls, changed: changed.calls };
}
