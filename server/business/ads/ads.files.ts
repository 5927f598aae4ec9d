import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { FileGate } from '../../listening/files/file-gate.ts';
import type { FileOwner } from '../../platform/storage/in-use.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { addSent } from './showings.queries.ts';

/** Sides of the boxes that a poster is fitted into, in pixels. */
export const POSTER_SIZES = [1200, 400] as const;

export const posterPrefix = (adId: string, version: number): Key => `posters/${adId}/${version}`;
export const posterKey = (adId: string, version: number): Key => `${posterPrefix(adId, version)}/1200.webp`;

/** The storage prefixes of all files of an ad. */
export const prefixesOf = (adId: string): Key[] => [`originals/${adId}`, `ad/${adId}`, `posters/${adId}`];

export const posterFiles: FileOwner = {
  roots: ['posters'],
  async isNamed(db, prefix) {
    const [, id = '', version = ''] = prefix.split('/');
    if (!isId(id)) return false;
    const rows = await db<{ version: number }[]>`
      select image_version as version from ads where id = ${id} and image_version > 0`;
    return rows.some((row) => ['', String(row.version)].includes(version));
  },
};

/**
 * Anyone may read the files of an ad that is running or being shown; administrators those of every ad with an open
 * goal. The addresses of a removed ad don't work, nor, for listeners, those of one that has ended, has not begun or is
 * switched off.
 */
export const adFiles: FileGate = {
  kinds: { ad: 'private, max-age=3600', posters: 'private, max-age=3600' },
  async mayRead(db, actor, id) {
    const rows = await db<{ runs: boolean; is_shown: boolean }[]>`
      select s.enabled and g.start_at <= now() and coalesce(g.end_at > now(), true)
          and coalesce(g.impressions < g.impression_limit, true) as runs,
        exists (select 1 from ad_showings w where w.ad_id = ${id} and w.reserved_until > now()) as is_shown
      from ad_goals g, ad_settings s where g.ad_id = ${id} and g.closed_at is null`;
    return rows.some(({ runs, is_shown }) => actor?.role === 'admin' || runs || is_shown);
  },
  // The address contains the id of the showing, which is `by`. A picture counts when all of it was sent. Of a clip, the
  // still picture and the playlists don't count.
  async noteSent(db, { key, id, by, bytes, isWhole, seconds }) {
    const isShown = key.startsWith('posters/') ? isWhole : /\.(m4a|mp4|m4s|webm)$/.test(key);
    if (isShown && isId(by)) await addSent(db, { id: by, adId: id, bytes, seconds });
  },
};
