import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { FileOwner } from '../../platform/storage/in-use.ts';

/** The kept originals of sources and everything made of them, for owners of these kinds. */
export const sourceFiles = (kinds: readonly string[]): FileOwner => ({
  roots: ['originals', ...kinds],
  async isNamed(db, prefix) {
    const id = prefix.split('/')[1] ?? '';
    if (!isId(id)) return false;
    const under = `${prefix}/`;
    const rows = await db`
      select 1 from sources s where owner_id = ${id} and (
        (original_removed_at is null and (storage_key = ${prefix} or starts_with(storage_key, ${under})))
        or strpos(playback::text, ${`"${under}`}) > 0 or starts_with(poster, ${under})
        or exists (select 1 from renditions r where r.source_id = s.id
          and (r.storage_key = ${prefix} or starts_with(r.storage_key, ${under}))))`;
    return rows.length > 0;
  },
});
