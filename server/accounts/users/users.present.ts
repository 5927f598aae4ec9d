import type { UserSummary } from '@scoville/contract/accounts/users/user-list.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import type { PersonRow } from './people.queries.ts';
import type { UserRow } from './users.queries.ts';

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

/** A row of a list of accounts, without private fields. */
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
