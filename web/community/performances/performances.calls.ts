import { type BodyInput, PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import {
  type Performance,
  addPerformance,
  deletePerformance,
  performances,
  performancesCalendar,
  updatePerformance,
} from '@scoville/contract/community/performances.ts';
import { type QueryClient, infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../../platform/lib/call.ts';
import { keyOf, meQuery } from '../../platform/lib/query.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';

/** A musician's shows, page by page: upcoming ones, soonest first, or past ones, latest first. */
export const showPages = (musicianId: string, when: 'upcoming' | 'past') =>
  infiniteQueryOptions({
    queryKey: [...keyOf(performances, { params: { id: musicianId }, query: { when } }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(performances, { params: { id: musicianId }, query: { when, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** The path of the calendar file with a musician's shows. */
export const calendarPath = (musicianId: string): string =>
  addressOf(performancesCalendar.path, { id: musicianId }, {});

/**
 * The address with which calendar programs subscribe to the file. A plain link to the file would only save or import it
 * once.
 */
export const calendarSubscription = (musicianId: string): string =>
  `webcal://${location.host}${calendarPath(musicianId)}`;

/** Adds a show. A retry after a lost response has the same idempotency key, so the show is added once. */
export const addShow = withIdempotencyKeys(
  (body: BodyInput<typeof addPerformance>, idempotencyKey) => call(addPerformance, { body, idempotencyKey }),
  ({ name }) => name,
);

/** Changes a show. Fields that are left out keep their values. */
export const changeShow = (id: string, body: BodyInput<typeof updatePerformance>): Promise<Performance> =>
  call(updatePerformance, { params: { id }, body });

export const removeShow = (id: string) => call(deletePerformance, { params: { id } });

/** Invalidates all lists of shows and the account's count of them, after a show changed. */
export const invalidateShows = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: [performances.path] }),
    client.invalidateQueries({ queryKey: meQuery().queryKey }),
  ]);
