import { DEFAULT_EMAIL_SETTINGS } from '@scoville/contract/change-email-settings.ts';
import type { UserSummary } from '@scoville/contract/user-list.ts';
import type { Me, MusicianRef, PublicUser } from '@scoville/contract/users.ts';
import type { Env } from '../env.ts';
import { freePlan, planNamed } from '../plans/plan-named.ts';
import { boundDetails } from '../profiles/bound-profile.ts';
import { presentDetails } from '../profiles/profile.present.ts';
import type { PersonRow } from './people.queries.ts';
import type { ListedUserRow } from '../administration/user-list.queries.ts';
import type { MeRow, ProfileRow, UserRow } from './users.queries.ts';

type RefRow = Pick<UserRow, 'id' | 'username' | 'display_name' | 'is_master_chef' | 'profile_image_version'>;

/** The address of a profile picture, or null for the default one. */
const profileImage = (id: string, version: number): string | null =>
  version === 0 ? null : `/images/profile/${id}/${version}/200.jpg`;

export function presentMusician(row: RefRow): MusicianRef {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    isMasterChef: row.is_master_chef,
    profileImg: profileImage(row.id, row.profile_image_version),
  };
}

export function presentPublicUser(row: ProfileRow): PublicUser {
  return {
    ...presentMusician(row),
    _type: row.type,
    name: `${row.first_name} ${row.last_name}`,
    profileImgV: row.profile_image_version,
    colour: row.zone_colour,
    ...boundDetails(presentDetails(row)),
    playCount: row.play_count,
    viewCount: row.view_count,
    shareCount: row.share_count,
    subscriptionCount: row.subscription_count,
    createdOn: row.created_at.toISOString(),
  };
}

export function presentMe(row: MeRow, env: Env): Me {
  const plan = planNamed(env, row.plan);
  return {
    ...presentPublicUser(row),
    ...presentDetails(row),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    originalEmail: row.original_email,
    pendingEmail: row.pending_email,
    newEmailWaits: env.SMTP_URL !== null,
    hasAuth: row.has_auth,
    isVerified: row.is_verified || env.SMTP_URL === null,
    isVouched: row.is_vouched || env.SMTP_URL === null,
    role: row.role,
    isCurator: row.is_curator,
    uploadedSongs: row.songs,
    uploadedVideos: row.videos,
    uploadCount: row.songs + row.videos,
    performances: row.shows,
    upcomingShows: row.upcoming_shows,
    favorites: row.favorites,
    emailSettings: row.email_settings ?? DEFAULT_EMAIL_SETTINGS,
    featureTracking: row.feature_tracking,
    following: row.following,
    plan: plan.type,
    isSubscribed: plan !== freePlan(env),
    subscription: row.subscription,
    limits: plan.limits,
    used: plan.limits.unit === 'monthly' ? row.used_this_month : row.used_ever,
  };
}

/** A row of a list of accounts, for everybody. */
export const presentUserCard = (row: PersonRow): UserSummary => ({
  ...presentMusician(row),
  name: `${row.first_name} ${row.last_name}`,
  email: null,
  role: null,
  isCurator: null,
  plan: null,
  paidPlan: null,
  hasSecondFactor: null,
  suspension: null,
  createdOn: row.created_at.toISOString(),
});

/** A row of a list of accounts, for administrators alone. */
export const presentUserSummary = (row: ListedUserRow, env: Env): UserSummary => ({
  ...presentUserCard(row),
  email: row.email,
  role: row.role,
  isCurator: row.is_curator,
  plan: planNamed(env, row.plan).type,
  paidPlan: row.paid_plan,
  hasSecondFactor: row.has_second_factor,
  suspension:
    row.suspension_reason === null
      ? null
      : { reason: row.suspension_reason, endsOn: row.suspension_ends_at?.toISOString() ?? null },
});
