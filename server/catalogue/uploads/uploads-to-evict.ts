import { FILES_ON_THE_WAY, type Limits, unfinishedMB } from '@scoville/contract/accounts/plans.ts';
import { tooManyUploadsMessage, unfinishedFull } from '@scoville/contract/catalogue/uploads.ts';
import { tooManyRequests } from '../../platform/http/errors.ts';
import type { Unfinished } from './reservations.queries.ts';

/**
 * Selects which of an account's unfinished uploads (oldest first) are evicted for another file of so many bytes:
 * resumable ones of which no bytes arrive any more. Throws 429 with the plan's limit when the remaining uploads leave
 * no room. Pure.
 */
export function uploadsToEvict(unfinished: readonly Unfinished[], bytes: number, limits: Limits): string[] {
  const most = unfinishedMB(limits) * 1024 * 1024;
  let files = unfinished.length + 1;
  let total = unfinished.reduce((sum, one) => sum + one.bytes, bytes);
  const out: string[] = [];
  for (const one of unfinished) {
    if (files <= FILES_ON_THE_WAY && total <= most) break;
    if (one.moving || !one.resumable) continue;
    out.push(one.id);
    files -= 1;
    total -= one.bytes;
  }
  if (files > FILES_ON_THE_WAY) throw tooManyRequests(tooManyUploadsMessage(FILES_ON_THE_WAY));
  if (total > most) throw tooManyRequests(unfinishedFull(unfinishedMB(limits)));
  return out;
}
