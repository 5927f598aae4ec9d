import { DEFAULT_EMAIL_SETTINGS } from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { Env } from '../../platform/env.ts';
import { freePlan, planNamed } from '../../accounts/plans/plan-limits.ts';
import { presentDetails, presentPublicUser } from '../profiles/profile.present.ts';
import type { MeRow } from './me.queries.ts';

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
    extraUploads: row.extra_uploads,
  };
}
