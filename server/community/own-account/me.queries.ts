import { extraUploads, usedUploads } from '../../catalogue/uploads/counted-uploads.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import type { FeatureView } from '@scoville/contract/accounts/features/feature-views.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { featureTrackingColumn } from '../../accounts/features/feature-views.queries.ts';
import type { Db } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/http/errors.ts';
import { emailSettingsColumn } from '../notifications/email-settings.queries.ts';
import { subscriptionColumn } from '../../accounts/plans/plans.columns.ts';
import { type ProfileRow, detailsColumns } from '../profiles/profile.queries.ts';
import { pendingEmailColumn } from '../../accounts/users/email-changes.queries.ts';
import { columns } from '../../accounts/users/users.queries.ts';

export interface MeRow extends ProfileRow {
  /** Null if the user never chose any. */
  email_settings: EmailSettings | null;
  pending_email: { email: string; expiresOn: string } | null;
  songs: number;
  videos: number;
  shows: number;
  upcoming_shows: number;
  favorites: number;
  feature_tracking: FeatureView[];
  subscription: Me['subscription'];
  following: string[];
  /** Uploads that count towards the plan's limits: in total and this month. */
  used_ever: number;
  used_this_month: number;
  /** Uploads on top of the plan that are left. */
  extra_uploads: number;
}

/** All data of an account for its owner. Throws 401 if the account is deleted. */
export async function findMe(db: Db, id: string): Promise<MeRow> {
  const [row] = await db<MeRow[]>`
    select ${columns(db)}, ${detailsColumns(db)}, ${emailSettingsColumn(db)} as email_settings,
      ${pendingEmailColumn(db)} as pending_email,
      (select count(*)::int from media m where m.musician_id = u.id and m.type = 'song') as songs,
      (select count(*)::int from media m where m.musician_id = u.id and m.type = 'video') as videos,
      (select count(*)::int from performances p where p.performer_id = u.id) as shows,
      (select count(*)::int from performances p where p.performer_id = u.id and p.past_from > now()) as upcoming_shows,
      (select count(*)::int from favorites f where f.user_id = u.id) as favorites,
      ${featureTrackingColumn(db)} as feature_tracking,
      ${subscriptionColumn(db)} as subscription,
      array(select f.musician_id from follows f where f.subscriber_id = u.id order by f.created_at desc, f.id desc) as following,
      ${usedUploads(db, db`u.id`, 'ever')} as used_ever, ${usedUploads(db, db`u.id`, 'this-month')} as used_this_month,
      ${extraUploads(db, db`u.id`)} as extra_uploads
    from users u where u.id = ${id} and u.deleted_at is null`;
  if (row === undefined) throw unauthorized();
  return row;
}
