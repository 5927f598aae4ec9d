import { type Join, albumJoin } from '@scoville/contract/community/albums/album-gapless.ts';
import { call } from '../../../platform/lib/call.ts';

const joins = new Map<string, Join | null>();

/**
 * Returns how two songs of an album join, which means that the second one follows without a gap; null when they do not
 * join. Throws when the server cannot be reached.
 */
export async function readJoin(first: string, second: string): Promise<Join | null> {
  const key = `${first} ${second}`;
  const cached = joins.get(key);
  if (cached !== undefined) return cached;
  const { join } = await call(albumJoin, { query: { first, second } });
  joins.set(key, join);
  return join;
}
