import { parseLyrics } from '@scoville/contract/catalogue/timed-text/lyrics.ts';
import {
  type TimedLine,
  type TimedText,
  removeTimedText,
  saveTimedText,
  timedText,
  timedTextByLink,
} from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { parseWebVtt } from '@scoville/contract/catalogue/timed-text/web-vtt.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { type Db, type Tx, transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, invalid } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { isAdmin, isOwner } from '../media/media.policy.ts';
import type { MediaRow } from '../media/media.queries.ts';
import { findByLink, findVisible, lockVisible } from '../media/media.visible.ts';
import { limitTries } from '../media/private-link.ts';
import { deleteLines, findLines, putLines } from './timed-text.queries.ts';

/** The most bytes of all lines with their times in a response. Only thousands of long captions exceed it. */
const MAX_BYTES = 290_000;

export const timedTextRoutes = (app: App) => [
  route(timedText, async (call) => {
    return present(app.db, await findVisible(app.db, call.actor, call.params.id));
  }),

  route(timedTextByLink, async ({ params: { id, token }, actor, request }) => {
    await limitTries(app, actor, request);
    return present(app.db, await findByLink(app.db, actor, id, token));
  }),

  route(saveTimedText, async (call) => {
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      const { media, actor } = await lockOwn(app, tx, signedIn(call), id);
      const kind = kindOf(media);
      const parsed = kind === 'captions' ? parseWebVtt(call.body.text) : parseLyrics(call.body.text);
      if ('problem' in parsed) throw invalid('text', parsed.problem);
      if (Buffer.byteLength(JSON.stringify(parsed.lines)) > MAX_BYTES)
        throw invalid('text', `These ${kind} are too long for one file. Join short ones, or leave some out.`);
      await putLines(tx, { mediaId: id, musicianId: media.musician_id, lines: parsed.lines });
      await recordChange(tx, actor, media);
      return { kind, lines: parsed.lines };
    });
  }),

  route(removeTimedText, async (call) => {
    const { id } = call.params;
    return transaction(app.db, async (tx) => {
      const { media, actor } = await lockOwn(app, tx, signedIn(call), id);
      if (await deleteLines(tx, id)) await recordChange(tx, actor, media);
      return { kind: kindOf(media), lines: [] };
    });
  }),
];

/**
 * The lines in the form for this media type. After a song is replaced by a video, or the reverse, the old lines are not
 * shown.
 */
async function present(db: Db, media: MediaRow): Promise<TimedText> {
  const kind = kindOf(media);
  const lines = await findLines(db, media.id);
  return { kind, lines: lines.filter((line) => kindOfLine(line) === kind) };
}

/** Only a caption has an end; see {@link TimedLine}. */
const kindOfLine = ({ end }: TimedLine): TimedText['kind'] => (end === null ? 'lyrics' : 'captions');

const kindOf = ({ type }: MediaRow): TimedText['kind'] => (type === 'video' ? 'captions' : 'lyrics');

/**
 * Locks a media item, and reads its caller's current rights. Throws 403 if the caller may not change its captions or
 * lyrics.
 */
async function lockOwn(app: App, tx: Tx, caller: Actor, id: string): Promise<{ media: MediaRow; actor: Actor }> {
  const media = await lockVisible(tx, caller, id);
  const actor = await callerNow(app, tx, caller.userId);
  if (!isOwner(actor, media) && !isAdmin(actor))
    throw forbidden(`You can change the ${kindOf(media)} of your own media only.`);
  return { media, actor };
}

async function recordChange(tx: Tx, actor: Actor, media: MediaRow): Promise<void> {
  if (isOwner(actor, media)) return;
  await recordAct(tx, actor, {
    act: 'changed-media',
    subject: { kind: 'media', id: media.id, name: media.title },
    details: { changed: kindOf(media) },
  });
}
