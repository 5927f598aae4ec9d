import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { EmailSettings } from './email-settings.ts';
import { FeatureView } from '../features/feature-views.ts';
import { Limits } from '../plans.ts';
import { ProfileDetails } from './profile.ts';
import { Id, Time } from '../../platform/lib/values.ts';

export const Role = z.enum(['user', 'admin']);
export const UserType = z.enum(['Musician', 'Listener']);

/** A musician, as a card, a player or a comment shows them. */
export const MusicianRef = z.object({
  id: Id,
  username: z.nullable(z.string()),
  displayName: z.string(),
  isMasterChef: z.boolean(),
  profileImg: z.nullable(z.string()),
});
export type MusicianRef = z.infer<typeof MusicianRef>;

/** The public fields of an account. */
export const PublicUser = z.object({
  ...MusicianRef.shape,
  _type: UserType,
  name: z.string(),
  /** Changes with each picture; 0 without one. */
  profileImgV: z.int(),
  /** The dominant colour of the picture as `#rrggbb`, with which the profile is tinted. */
  colour: z.nullable(z.string()),
  ...ProfileDetails.shape,
  playCount: z.int(),
  viewCount: z.int(),
  shareCount: z.int(),
  subscriptionCount: z.int(),
  createdOn: Time,
});
export type PublicUser = z.infer<typeof PublicUser>;

/** All fields of an account, for the account itself and administrators. */
export const Me = z.object({
  ...PublicUser.shape,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  originalEmail: z.string(),
  /** The address that the account gets when the link in the mail to it is opened; null if none is pending. */
  pendingEmail: z.nullable(z.object({ email: z.string(), expiresOn: Time })),
  /**
   * True if a new email waits until the link in a mail to it is opened; false if no mail is sent, so that it takes
   * effect at once.
   */
  newEmailWaits: z.boolean(),
  hasAuth: z.boolean(),
  /**
   * True if the email is confirmed, or needn't be. Otherwise the account may browse and upload, but not publish, rate
   * or write to others.
   */
  isVerified: z.boolean(),
  /**
   * True if the holder of the account has proved to read mail at its email (while signed in, by a new password set by
   * mail, or through the provider that created the account), or needn't. Otherwise the account can't link an identity
   * or add a second factor.
   */
  isVouched: z.boolean(),
  role: Role,
  isCurator: z.boolean(),
  uploadedSongs: z.int(),
  uploadedVideos: z.int(),
  uploadCount: z.int(),
  /** Their number; `GET /api/performances/user/:id` lists them. */
  performances: z.int(),
  upcomingShows: z.int(),
  /** Their number; `GET /api/media/favorites/` lists them. */
  favorites: z.int(),
  emailSettings: EmailSettings,
  /** The new features of the product that were announced to the account, so that none is announced twice. */
  featureTracking: z.array(FeatureView),
  /** The ids of the musicians that the account follows, latest first. */
  following: z.array(Id),
  plan: z.string(),
  isSubscribed: z.boolean(),
  /** The plan that the account pays for, or chose but hasn't paid for yet; `paidPlan` returns more about it. */
  subscription: z.nullable(
    z.object({
      id: Id,
      plan: z.string(),
      status: z.enum(['pending', 'active']),
      paypalInfo: z.object({
        subscriptionId: z.string(),
        email: z.nullable(z.string()),
        nextBillingOn: z.nullable(Time),
      }),
    }),
  ),
  limits: Limits,
  /** Number of uploads that count towards `limits.total` in the current window. */
  used: z.int(),
  /** Uploads on top of `limits.total` that are left, granted for late reviews. */
  extraUploads: z.int(),
});
export type Me = z.infer<typeof Me>;

export const me = endpoint({
  method: 'GET',
  path: '/api/users/me',
  access: 'account',
  summary: 'Get the signed-in account',
  reply: Me,
});

const ByIdOrName = z.object({ id: z.string().check(z.maxLength(60)) });

export const user = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get a public profile by id or username',
  params: ByIdOrName,
  reply: PublicUser,
});

export const musician = endpoint({
  method: 'GET',
  path: '/api/musicians/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get a musician’s public profile by id or username',
  params: ByIdOrName,
  reply: PublicUser,
});
