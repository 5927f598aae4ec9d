import { type BodyInput, PAGES } from '@scoville/contract/endpoint.ts';
import {
  type Performance,
  addPerformance,
  deletePerformance,
  performances,
  performancesCalendar,
  updatePerformance,
} from '@scoville/contract/performances.ts';
import { type QueryClient, infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf, call } from '../lib/call.ts';
import { keyOf, meQuery } from '../lib/query.ts';
import { sendingOnce } from '../lib/send-once.ts';

/** A musician's shows page by page: those to come, the next first, or past ones, the latest first. */
export const showPages = (musicianId: string, when: 'upcoming' | 'past') =>
  infiniteQueryOptions({
    queryKey: [...keyOf(performances, { params: { id: musicianId }, query: { when } }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(performances, { params: { id: musicianId }, query: { when, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** Where calendars find a musician's shows. */
export const calendarPath = (musicianId: string): string =>
  addressOf(performancesCalendar.path, { id: musicianId }, {});

/** The same as calendar programs are asked to subscribe to it: a link to the file itself would only be saved or imported once. */
export const calendarSubscription = (musicianId: string): string =>
  `webcal://${location.host}${calendarPath(musicianId)}`;

/** One whose answer was lost, and which is sent again as it was, is added once. */
export const addShow = sendingOnce(
  (body: BodyInput<typeof addPerformance>, idempotencyKey) => call(addPerformance, { body, idempotencyKey }),
  ({ name }) => name,
);

/** Changes a show; what is left out stays. */
export const changeShow = (id: string, body: BodyInput<typeof updatePerformance>): Promise<Performance> =>
  call(updatePerformance, { params: { id }, body });

export const removeShow = (id: string) => call(deletePerformance, { params: { id } });

/** After a show changed: all lists of shows, and the account's count of them. */
export const showsChanged = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: [performances.path] }),
    client.invalidateQueries({ queryKey: meQuery().queryKey }),
  ]);
