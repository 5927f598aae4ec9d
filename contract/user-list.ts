import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MusicianRef, Role } from './users.ts';
import { PageQuery, Paging, Time, text } from './values.ts';

/** Keeps an account from signing in. */
export const Suspension = z.object({
  reason: z.string(),
  /** Null: until it is lifted. */
  endsOn: z.nullable(Time),
});

/** A row of the administrators' table; others get the card only (`email` and the rest are null for them). */
export const UserSummary = z.object({
  ...MusicianRef.shape,
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(Role),
  isCurator: z.nullable(z.boolean()),
  /** Whose limits and perks it has. */
  plan: z.nullable(z.string()),
  /** That it pays for at the payment provider; another one where an administrator assigned it. */
  paidPlan: z.nullable(z.string()),
  hasSecondFactor: z.nullable(z.boolean()),
  /** That is in force. */
  suspension: z.nullable(Suspension),
  createdOn: Time,
});
export type UserSummary = z.infer<typeof UserSummary>;

/** `paying` has another plan than the one that costs nothing; `suspended` is one that is in force. */
export const USER_FILTERS = ['administrators', 'reviewers', 'paying', 'suspended'] as const;
export const UserFilter = z.enum(USER_FILTERS);
export type UserFilter = z.infer<typeof UserFilter>;

export const users = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'member',
  summary:
    'Accounts with all words of q in their name or username, as beginnings of its words and without accents, newest first; if there are none, with one typing error in a word. Administrators also find them by the beginning of their email, and filter them. recipients are at most eight others whom somebody writes to or shares with: who has q as username, then as name, then as its beginning, then as words of it; of each those first whom the caller follows or writes with, then the newest',
  query: z.object({
    q: z.optional(text(80)),
    filter: z.optional(z.enum([...USER_FILTERS, 'recipients'])),
    ...PageQuery,
  }),
  reply: z.object({ users: z.array(UserSummary), total: z.int(), paging: Paging }),
});
