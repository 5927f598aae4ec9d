import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Limits } from './plans.ts';
import { ById, Flag, Id, PageQuery, Paging, Time, text } from './values.ts';

const Role = z.enum(['user', 'admin']);
export const UserType = z.enum(['Musician', 'Listener']);

/** A musician as a card, a player or a comment shows them. */
export const MusicianRef = z.object({
  id: Id,
  username: z.nullable(z.string()),
  displayName: z.string(),
  isMasterChef: z.boolean(),
  profileImg: z.nullable(z.string()),
});
export type MusicianRef = z.infer<typeof MusicianRef>;

/** What anybody may know of an account. */
export const PublicUser = z.object({
  ...MusicianRef.shape,
  _type: UserType,
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  address: z.object({ city: z.string(), state: z.string() }),
  playCount: z.int(),
  viewCount: z.int(),
  shareCount: z.int(),
  subscriptionCount: z.int(),
  createdOn: Time,
});
export type PublicUser = z.infer<typeof PublicUser>;

/** What only the account itself, and administrators, may know. */
export const Me = z.object({
  ...PublicUser.shape,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  originalEmail: z.string(),
  hasAuth: z.boolean(),
  role: Role,
  isCurator: z.boolean(),
  uploadedSongs: z.int(),
  uploadedVideos: z.int(),
  uploadCount: z.int(),
  plan: z.string(),
  isSubscribed: z.boolean(),
  limits: Limits,
  /** Uploads that count against `limits.total` in the current window. */
  used: z.int(),
});
export type Me = z.infer<typeof Me>;

export const me = endpoint({
  method: 'GET',
  path: '/api/users/me',
  access: 'account',
  summary: 'The signed-in account',
  reply: Me,
});

const ByIdOrName = z.object({ id: z.string().check(z.maxLength(60)) });

export const user = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'A public profile, by id or username',
  params: ByIdOrName,
  reply: PublicUser,
});

export const musician = endpoint({
  method: 'GET',
  path: '/api/musicians/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'A musician’s public profile, by id or username',
  params: ByIdOrName,
  reply: PublicUser,
});

/** A row of the administrators' table; others get the card only (`email` and the rest are null for them). */
export const UserSummary = z.object({
  ...MusicianRef.shape,
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(Role),
  isCurator: z.nullable(z.boolean()),
  plan: z.nullable(z.string()),
  createdOn: Time,
});
export type UserSummary = z.infer<typeof UserSummary>;

export const users = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'member',
  summary: 'Accounts whose name begins with q, newest first',
  query: z.object({ q: z.optional(text(80)), ...PageQuery }),
  reply: z.object({ users: z.array(UserSummary), total: z.int(), paging: Paging }),
});

/** Administrators only, as long as profile editing is not here: role, certification and a plan given by hand. */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  access: 'admin',
  summary: 'Change an account’s role, certification or plan',
  params: ById,
  body: z.object({
    role: z.optional(Role),
    isCurator: z.optional(Flag),
    plan: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: UserSummary,
});
