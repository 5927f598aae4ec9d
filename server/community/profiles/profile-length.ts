import { type EditedFrom, type ProfileFields } from '@scoville/contract/community/profiles/profile-edit.ts';
import { MAX_PROFILE_TEXT, PROFILE_TOO_LONG } from '@scoville/contract/community/profiles/profile-size.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { invalid } from '../../platform/http/errors.ts';
import { LISTS, textOfLists } from './bound-profile.ts';
import { presentLists } from './profile.present.ts';
import { findLists } from './profile.queries.ts';

/**
 * Changes the lists of a profile. Throws 400 at the first list if all lists together would have more than
 * `MAX_PROFILE_TEXT` characters, unless they had even more before, so that an older profile can be shortened step by
 * step.
 */
export async function withinLength(
  tx: Tx,
  userId: string,
  fields: Pick<ProfileFields, keyof EditedFrom>,
  change: () => Promise<void>,
): Promise<void> {
  const changed = LISTS.find((list) => fields[list] !== undefined);
  if (changed === undefined) return;
  const length = async () => textOfLists(presentLists(await findLists(tx, userId)));
  const before = await length();
  await change();
  const now = await length();
  if (now > MAX_PROFILE_TEXT && now > before) throw invalid(changed, PROFILE_TOO_LONG);
}
