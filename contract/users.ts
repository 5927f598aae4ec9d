import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Limits } from './plans.ts';
import { ById, Email, Flag, Id, PageQuery, Paging, Time, requiredText, text } from './values.ts';

export const Role = z.enum(['user', 'admin']);
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

const Password = z
  .string('Please enter a valid password.')
  .check(
    z.minLength(8, 'Please enter a valid password. It needs at least 8 characters.'),
    z.maxLength(128, 'Please enter a valid password. It may have at most 128 characters.'),
  );

/** The sign-up form; the browser validates with it, too. */
export const SignUp = z
  .object({
    firstName: requiredText(80, 'Please enter your first name.'),
    lastName: requiredText(80, 'Please enter your last name.'),
    email: Email,
    emailConfirmation: z.string('Please confirm your email.').check(z.minLength(1, 'Please confirm your email.')),
    password: Password,
    passwordConfirmation: z.string('Please confirm password.').check(z.minLength(1, 'Please confirm password.')),
    _type: z.optional(UserType),
  })
  .check(
    z.refine((form) => form.email.toLowerCase() === form.emailConfirmation.trim().toLowerCase(), {
      path: ['emailConfirmation'],
      error: 'Emails entered do not match.',
      when: bothFilled('email', 'emailConfirmation'),
    }),
    z.refine((form) => form.password === form.passwordConfirmation, {
      path: ['passwordConfirmation'],
      error: 'Passwords entered do not match.',
      when: bothFilled('password', 'passwordConfirmation'),
    }),
  );

/** A mismatch is said as soon as both fields hold something, whatever else is wrong with the form. */
function bothFilled(one: string, other: string) {
  return ({ value }: { value: unknown }): boolean => {
    const form = value as Record<string, unknown> | null;
    return [one, other].every((field) => typeof form?.[field] === 'string' && form[field] !== '');
  };
}

export const signUp = endpoint({
  method: 'POST',
  path: '/api/users/',
  access: 'anyone',
  summary: 'Create an account and sign in',
  body: SignUp,
  reply: Me,
});

export const me = endpoint({
  method: 'GET',
  path: '/api/users/me',
  access: 'member',
  summary: 'The signed-in account',
  reply: Me,
});

const ByIdOrName = z.object({ id: z.string().check(z.maxLength(60)) });

export const user = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'anyone',
  summary: 'A public profile, by id or username',
  params: ByIdOrName,
  reply: PublicUser,
});

export const musician = endpoint({
  method: 'GET',
  path: '/api/musicians/:id',
  access: 'anyone',
  summary: 'A musician’s public profile, by id or username',
  params: ByIdOrName,
  reply: PublicUser,
});

/** A row of the administrators' table; others get the card only (`email` and the rest are null for them). */
export const UserRow = z.object({
  ...MusicianRef.shape,
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.nullable(Role),
  isCurator: z.nullable(z.boolean()),
  plan: z.nullable(z.string()),
  createdOn: Time,
});
export type UserRow = z.infer<typeof UserRow>;

export const users = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'member',
  summary: 'Accounts whose name begins with q, newest first',
  query: z.object({ q: z.optional(text(80)), ...PageQuery }),
  reply: z.object({ users: z.array(UserRow), total: z.int(), paging: Paging }),
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
  reply: UserRow,
});
