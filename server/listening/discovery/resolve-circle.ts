import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type Circle, findPlace } from '../../platform/places/near.ts';
import { findUser } from '../../accounts/users/users.queries.ts';

/** A circle with the name of its center. */
type NamedCircle = Circle & { name: string };

/**
 * The circle to which a list is limited: around the requested place, else around the member's own town if `local` is
 * set. Undefined when no place was requested, null when the place is unknown.
 */
export async function resolveCircle(
  db: Db,
  actor: Actor | null,
  { location = '', distance: miles }: { location?: string | undefined; distance: number },
  local: boolean,
): Promise<NamedCircle | null | undefined> {
  if (location === '' && !local) return undefined;
  const place = await findPlace(location === '' ? await townOf(db, actor) : location);
  return place && { ...place, miles };
}

async function townOf(db: Db, actor: Actor | null): Promise<string> {
  const user = actor && (await findUser(db, actor.userId, true));
  return user ? `${user.city}, ${user.state}` : '';
}
