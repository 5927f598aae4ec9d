import type { Body } from '@scoville/contract/platform/http/endpoint.ts';
import { mayBePhone } from '@scoville/contract/platform/lib/links.ts';
import { INFO_INVALID, type updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { invalid } from '../../platform/http/errors.ts';
import { reachable, parseRegions } from './phone-numbers.ts';

const NO_COUNTRY = `${INFO_INVALID} Add the country code, such as +1 or +49.`;

type Change = Body<typeof updateUser>;

/**
 * A change of a profile, with the country of the browser's languages added to new telephone numbers. Stored numbers
 * don't change, even if their owner travels. Throws 400 for a number that is valid in none of these countries.
 * @param accepted the header Accept-Language
 */
export async function withReachableContacts(
  tx: Tx,
  userId: string,
  change: Change,
  accepted: string | undefined,
): Promise<Change> {
  const { contactMethods } = change;
  if (contactMethods === undefined) return change;
  const rows = await tx<{ info: string }[]>`select info from contact_methods where user_id = ${userId}`;
  const kept = new Set(rows.map(({ info }) => info));
  const regions = parseRegions(accepted);
  return {
    ...change,
    contactMethods: contactMethods.map((contact, place) => {
      if (kept.has(contact.info)) return contact;
      const info = reachable(contact.info, regions);
      if (info === null)
        throw invalid(`contactMethods.${place}.info`, mayBePhone(contact.info) ? NO_COUNTRY : INFO_INVALID);
      return { ...contact, info };
    }),
  };
}
