import { createHmac, timingSafeEqual } from 'node:crypto';
import { mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import { LINK_PARAMETER } from '@scoville/contract/catalogue/media/linked-media.ts';
import type { PrivateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { callerOf } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { mediaChanged } from './media.events.ts';
import { canSeeByLink, linkRefusal } from './media.policy.ts';
import type { MediaRow } from './media.queries.ts';

/**
 * HMAC-SHA256, cut to 128 bits (RFC 2104, section 5), so that read access to the database isn't enough to make a token.
 */
const tokenOf = (key: string, linkId: string): string =>
  createHmac('sha256', key).update(`private link ${linkId}`).digest().subarray(0, 16).toString('base64url');

/** Whether this is the token of the item's current private link, and the link opens the item. */
export async function opensByLink(db: Db, row: MediaRow, token: string): Promise<boolean> {
  if (row.link_id === null || !canSeeByLink(row)) return false;
  const right = Buffer.from(tokenOf(await secret(db, 'private links'), row.link_id));
  const tried = Buffer.from(token);
  return right.length === tried.length && timingSafeEqual(right, tried);
}

/** Tokens that one caller may try per minute. */
const TRIES = 120;

/** Throws 429 for a caller who tries many tokens. */
export const limitTries = (app: Pick<App, 'limits'>, actor: Actor | null, request: FastifyRequest): Promise<number> =>
  app.limits.strict.take(`private link ${actor?.userId ?? callerOf(request)}`, TRIES, 60);

/** The link as the media's owner sees it. */
export async function presentLink({ env }: Pick<App, 'env'>, db: Db, row: MediaRow): Promise<PrivateLink> {
  const refusal = linkRefusal(row);
  if (refusal !== null || row.link_id === null || row.link_made_at === null) return { link: null, refusal };
  const path = mediaPath({ id: row.id, musician: { id: row.musician_id, username: row.musician_username } });
  const token = tokenOf(await secret(db, 'private links'), row.link_id);
  const url = `${env.PUBLIC_URL}${path}?${new URLSearchParams({ [LINK_PARAMETER]: token })}`;
  return { link: { url, madeOn: row.link_made_at.toISOString() }, refusal: null };
}

/** Gives a locked media item a new link, or removes its link. The old link stops working at once, in every process. */
export async function writeLink(tx: Tx, mediaId: string, hasLink: boolean): Promise<void> {
  await tx`
    update media set link_id = ${hasLink ? newId() : null}::uuid, link_made_at = case when ${hasLink} then now() end
    where id = ${mediaId}`;
  await mediaChanged(tx, mediaId);
}

/** Revokes all private links of a musician. */
export async function endLinksOf(tx: Tx, musicianId: string): Promise<void> {
  const ended = await tx<{ id: string }[]>`
    update media set link_id = null, link_made_at = null
    where musician_id = ${musicianId} and link_id is not null returning id`;
  for (const { id } of ended) await mediaChanged(tx, id);
}
