import { adminMedia, notices } from '@scoville/contract/administration.ts';
import type { AdminMediaFilter } from '@scoville/contract/administration.ts';
import { type UserSummary, updateUser, users } from '@scoville/contract/users.ts';
import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { queryOf } from '../lib/query.ts';

/** Rows of one page of a table. */
export const PAGE = 10;

export interface MediaTable {
  page: number;
  q: string;
  filter: AdminMediaFilter | undefined;
}

export const adminMediaQuery = ({ page, q, filter }: MediaTable) =>
  queryOptions({
    ...queryOf(adminMedia, {
      query: { page, size: PAGE, ...(q === '' ? {} : { q }), ...(filter ? { filter } : {}) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const usersQuery = ({ page, q }: { page: number; q: string }) =>
  queryOptions({
    ...queryOf(users, { query: { page, size: PAGE, ...(q === '' ? {} : { q }) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** What the machines lack; it changes by the hour. */
export const noticesQuery = queryOptions({ ...queryOf(notices, {}), staleTime: 600_000 });

export const changeUser = (id: string, body: BodyInput<typeof updateUser>): Promise<UserSummary> =>
  call(updateUser, { params: { id }, body });
