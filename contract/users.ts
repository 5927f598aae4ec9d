import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { EmailSettings } from './email-settings.ts';
import { FeatureView } from './feature-views.ts';
import { Limits } from './plans.ts';
import { ProfileDetails } from './profile.ts';
import { Id, Time } from './values.ts';

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
  /** Another number for each picture; 0 for none. */
  profileImgV: z.int(),
  /** The dominant colour of the picture, `#rrggbb`: what the zone is tinted with. */
  colour: z.nullable(z.string()),
  ...ProfileDetails.shape,
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
  /** The address that the account gets when the link in the mail to it is opened; null if none is pending. */
  pendingEmail: z.nullable(z.object({ email: z.string(), expiresOn: Time })),
  /**
   * True if a new email waits until the link in a mail to it is opened; false if no mail is sent, so that it takes
   * effect at once.
   */
  newEmailWaits: z.boolean(),
  hasAuth: z.boolean(),
  /** Confirmed its e-mail, or need not; who has not may look around and upload, not publish, rate or write to others. */
  isVerified: z.boolean(),
  /** Confirmed it signed in to the account, or need not; who has not may link no other account and add no second factor. */
  isVouched: z.boolean(),
  role: Role,
  isCurator: z.boolean(),
  uploadedSongs: z.int(),
  uploadedVideos: z.int(),
  uploadCount: z.int(),
  /** How many; `GET /api/performances/user/:id` lists them. */
  performances: z.int(),
  upcomingShows: z.int(),
  /** How many; `GET /api/media/favorites/` lists them. */
  favorites: z.int(),
  emailSettings: EmailSettings,
  /** What it was told of new features. */
  featureTracking: z.array(FeatureView),
  /** The musicians whom it follows, by their ids, the latest first. */
  following: z.array(Id),
  plan: z.string(),
  isSubscribed: z.boolean(),
  /** What it pays for, or chose and did not pay for yet; the screen of plans knows more (`paidPlan`). */
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
