import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MusicianRef, Role } from './users.ts';
import { PageQuery, Paging, Time, text } from '../../platform/lib/values.ts';

/** Prevents an account from signing in. */
export const Suspension = z.object({
  reason: z.string(),
  /** Null means until it is lifted. */
  endsOn: z.nullable(Time),
});

/**
 * A row of the administrators' table. For other callers, `email`, role, plan and the other administrative fields are
 * null.
 */
export const UserSummary = z.object({
  ...MusicianRef.shape,
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(Role),
  isCurator: z.nullable(z.boolean()),
  /** The plan whose limits and perks the account has. */
  plan: z.nullable(z.string()),
  /**
   * The plan that the account pays for at the payment provider; differs from `plan` if an administrator assigned
   * another.
   */
  paidPlan: z.nullable(z.string()),
  hasSecondFactor: z.nullable(z.boolean()),
  /** The current suspension. */
  suspension: z.nullable(Suspension),
  createdOn: Time,
});
export type UserSummary = z.infer<typeof UserSummary>;

/** `paying` accounts have a plan that isn't free; `suspended` accounts have a current suspension. */
export const USER_FILTERS = ['administrators', 'reviewers', 'paying', 'suspended'] as const;
export const UserFilter = z.enum(USER_FILTERS);
export type UserFilter = z.infer<typeof UserFilter>;

/**
 * `q` finds accounts with all its words as prefixes of words in their name or username, ignoring accents; if there are
 * none, with one typing error in a word. Administrators also find accounts by the beginning of their email, and may use
 * the other filters. The filter `recipients` returns at most eight other accounts to write to or share with: first
 * those with `q` as username, then as name, then as the beginning of the name, then as words of it. Within each of
 * these groups, accounts that the caller follows or writes with come first, and newer accounts before older ones.
 */
export const users = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'member',
  summary: 'List accounts by words of their name or username, newest first; administrators may filter them',
  query: z.object({
    q: z.optional(text(80)),
    filter: z.optional(z.enum([...USER_FILTERS, 'recipients'])),
    ...PageQuery,
  }),
  reply: z.object({ users: z.array(UserSummary), total: z.int(), paging: Paging }),
});
