import { isId } from '@scoville/contract/values.ts';
import type { Db } from '../db/connection.ts';
import type { Key } from '../storage/storage.ts';

/** The kind is `profile`, `genre` or `mood`. */
const PICTURE = /^images\/(?<kind>[^/]+)\/(?<id>[^/]+)\/(?<version>[^/]+)/;

interface Picture {
  kind: string;
  id: string;
  version: string;
}

/** Does any row name a file at or under this prefix? */
export async function isInUse(db: Db, prefix: Key): Promise<boolean> {
  const picture = PICTURE.exec(prefix)?.groups as Picture | undefined;
  if (picture !== undefined) return isPicture(db, picture);
  const [kind, id = '', version = ''] = prefix.split('/');
  if (!isId(id)) return false;
  const under = `${prefix}/`;
  const rows = await db`
    select 1 where
      exists (select 1 from sources where media_id = ${id} and original_removed_at is null
        and (storage_key = ${prefix} or starts_with(storage_key, ${under})))
      or exists (select 1 from renditions r join sources s on s.id = r.source_id where s.media_id = ${id}
        and (r.storage_key = ${prefix} or starts_with(r.storage_key, ${under})))
      or exists (select 1 from media where id = ${id}
        and (strpos(playback::text, ${`"${under}`}) > 0 or starts_with(poster, ${under})))
      or exists (select 1 from media where id = ${id} and ${kind === 'artwork'}
        and artwork_version > 0 and ${version} in ('', artwork_version::text))`;
  return rows.length > 0;
}

async function isPicture(db: Db, { kind, id, version }: Picture): Promise<boolean> {
  if (!isId(id)) return false;
  const rows =
    kind === 'profile'
      ? await db`select 1 from users where id = ${id} and profile_image_version::text = ${version}`
      : await db`select 1 from categories where id = ${id} and kind = ${kind} and image_version::text = ${version}`;
  return rows.length > 0;
}
