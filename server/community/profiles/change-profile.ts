import { mergeEntries } from '@scoville/contract/platform/lib/merge-entries.ts';
import {
  type EditedFrom,
  MOST_ENTRIES,
  type ProfileFields,
  tooManyEntries,
} from '@scoville/contract/community/profiles/profile-edit.ts';
import { USERNAME_TAKEN } from '@scoville/contract/accounts/users/usernames.ts';
import { type Tx, brokenConstraint } from '../../platform/db/connection.ts';
import { conflict, invalid, takenError } from '../../platform/http/errors.ts';
import { type ImageKind, picturePrefix } from '../../pipeline/images/image-kind.ts';
import { findCity } from '../../platform/places/cities.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';
import { albumImages, bandImages } from './profile-entries.images.ts';
import { withinLength } from './profile-length.ts';
import { type ListTable, type WrittenEntry, listEntries, writeList } from './profile.queries.ts';

/**
 * Writes an account's profile, except its address; omitted fields don't change. `before` is the account's row, locked
 * by this transaction. Throws 409 for a username that is taken, and for a second username. Throws 400 if an edited list
 * becomes too long by the merge with entries that another call has added since `editedFrom`, the state that was edited.
 */
export async function changeProfile(
  tx: Tx,
  before: UserRow,
  fields: ProfileFields,
  editedFrom: EditedFrom = {},
): Promise<void> {
  const columns = await columnsOf(before, fields);
  if (Object.keys(columns).length > 0)
    await tx`update users set ${tx(columns)} where id = ${before.id}`.catch((error: unknown) => {
      const constraint = brokenConstraint(error);
      if (constraint === 'users_username_key') throw takenError('username', USERNAME_TAKEN);
      throw error;
    });
  await changeLists(tx, before.id, fields, editedFrom);
}

type Columns = Record<string, string | number | boolean | null>;

async function columnsOf(before: UserRow, fields: ProfileFields): Promise<Columns> {
  const { firstName = before.first_name, lastName = before.last_name, displayName, address, hourlyRate } = fields;
  const place = address && (await findCity(address.city, address.state));
  const all = {
    first_name: fields.firstName,
    last_name: fields.lastName,
    display_name: displayName === '' ? `${firstName} ${lastName}` : displayName,
    username: newUsername(before, fields.username),
    title: fields.title,
    bio: fields.bio,
    city: address?.city,
    state: address?.state,
    latitude: place === undefined ? undefined : (place?.latitude ?? null),
    longitude: place === undefined ? undefined : (place?.longitude ?? null),
    experience: fields.experience,
    hourly_rate_cents: typeof hourlyRate === 'number' ? Math.round(hourlyRate * 100) : hourlyRate,
    self_taught: fields.selfTaught,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, Columns[string]] => entry[1] !== undefined),
  );
}

/**
 * A username can be claimed only once, because links to it are in other people's messages. Sending the same one again
 * changes nothing.
 */
function newUsername({ username }: UserRow, wanted: string | undefined): string | undefined {
  if (wanted === undefined || wanted === username) return undefined;
  if (username === null) return wanted;
  const message = 'Your username is set already and cannot be changed.';
  throw conflict(message, [{ field: 'username', code: 'locked', message }]);
}

/** Writes the lists in the request. Pictures of removed entries are deleted after their quarantine. */
async function changeLists(tx: Tx, userId: string, fields: ProfileFields, editedFrom: EditedFrom): Promise<void> {
  const { albums, bands, professions, schools, donationMethods, contactMethods } = fields;
  const write = async (
    list: keyof EditedFrom,
    table: ListTable,
    entries: readonly WrittenEntry[] | undefined,
    pictures?: ImageKind,
  ) => {
    if (entries === undefined) return;
    const began = editedFrom[list];
    const merged = began === undefined ? entries : mergeEntries(entries, await listEntries(tx, table, userId), began);
    if (merged.length > MOST_ENTRIES[list]) throw invalid(list, tooManyEntries(MOST_ENTRIES[list]));
    const removed = await writeList(tx, table, userId, merged);
    if (pictures === undefined) return;
    const shown = removed.filter(({ version }) => version > 0);
    await markForDeletion(
      tx,
      shown.map(({ id, version }) => picturePrefix(pictures, id, version)),
    );
  };
  await withinLength(tx, userId, fields, async () => {
    await write(
      'albums',
      'albums',
      albums?.map(({ id, title, releaseDate, websiteUrl, credits }) => ({
        id,
        columns: { title, release_date: releaseDate, website_url: websiteUrl, credits },
      })),
      albumImages,
    );
    await write(
      'bands',
      'bands',
      bands?.map(({ id, name, startDate, endDate, currentMember, notes }) => ({
        id,
        columns: { name, start_date: startDate, end_date: endDate, current_member: currentMember, notes },
      })),
      bandImages,
    );
    await write(
      'professions',
      'professions',
      professions?.map(({ id, company, title, startDate, endDate, currentEmployee }) => ({
        id,
        columns: { company, title, start_date: startDate, end_date: endDate, current_employee: currentEmployee },
      })),
    );
    await write(
      'schools',
      'schools',
      schools?.map(({ id, name, field, degree, startDate, endDate, currentStudent, loc }) => ({
        id,
        columns: {
          name,
          field,
          degree,
          start_date: startDate,
          end_date: endDate,
          current_student: currentStudent,
          loc,
        },
      })),
    );
    await write(
      'donationMethods',
      'donation_methods',
      donationMethods?.map(({ id, appName, username }) => ({ id, columns: { app_name: appName, username } })),
    );
    await write(
      'contactMethods',
      'contact_methods',
      contactMethods?.map(({ id, title, info }) => ({ id, columns: { title, info } })),
    );
  });
}
