import { dirname } from 'node:path';
import * as z from 'zod';
import { windowOf } from '@scoville/contract/business/ads/ad-goals.ts';
import { NewAd } from '@scoville/contract/business/ads/ads.ts';
import { safeFileName } from '@scoville/contract/catalogue/uploads.ts';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { badRequest, conflict, forbidden, invalid } from '../../platform/http/errors.ts';
import { STILL_SENT } from '../../platform/http/idempotency.ts';
import { nextVersion, putSquares, squaresFor } from '../../pipeline/images/squares.ts';
import { derivedId, newId } from '../../platform/ids.ts';
import type { FormReceiver } from '../../pipeline/processing/form-receiver.ts';
import type { Receiver } from '../../pipeline/processing/receiver.ts';
import { markForDeletion, unmarkForDeletion } from '../../platform/storage/pending-deletions.ts';
import { columnsOf } from './ad-columns.ts';
import { POSTER_SIZES, posterPrefix } from './ads.files.ts';
import { presentAd } from './ads.present.ts';
import { findAd, insertAd } from './ads.queries.ts';
import { insertGoal } from './goals.queries.ts';

/** A form with `isAd`. A poster is a picture; a clip is processed like songs and videos. */
export const adForms: FormReceiver = {
  field: 'isAd',
  open(app, actor, fields, key) {
    if (actor.role !== 'admin') throw forbidden('Only administrators may upload ads.');
    const ad = parse(fields);
    // The id is made from the idempotency key, so that a retry finds the ad of the first attempt, even if its fields
    // were changed since.
    const id = key === null ? newId() : derivedId('ad', actor.userId, key, ad.type);
    const sent = { app, id, ad, actor };
    const answer = async () => {
      const row = await findAd(app.db, id);
      if (row === null) throw new Error(`The ad ${id} was removed while it was made.`);
      return { ad: presentAd(app, row, new Date()) };
    };
    const isStored = async () => (await findAd(app.db, id)) !== null;
    if (ad.type === 'media') return { takes: 'media', receiver: clipOf(sent), answer, isStored };
    return { takes: 'picture', store: (file) => storePoster(sent, file), answer, isStored };
  },
};

function parse({ adWindow = '', ...fields }: Readonly<Record<string, string>>): NewAd {
  const form = z.safeParse(NewAd, { ...fields, adWindow: windowIn(adWindow) });
  if (form.success) return form.data;
  const errors = form.error.issues.map(({ path, code, message }) => ({ field: path.join('.'), code, message }));
  throw badRequest(errors[0]?.message ?? 'The form is not valid.', errors);
}

function windowIn(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw invalid('adWindow', 'adWindow is JSON text.');
  }
}

const clipOf = (sent: Sent): Receiver => ({
  ownerKind: 'ad',
  ownerId: sent.id,
  async receive(tx, { sourceId, fileName }) {
    await insert(tx, sent, { filename: fileName, next_source_id: sourceId });
    // An ad doesn't count towards its uploader's plan.
    return { charged: false };
  },
});

async function storePoster(
  sent: Sent,
  { path, name, userId }: { path: string; name: string; userId: string },
): Promise<void> {
  const { app } = sent;
  const squares = await squaresFor(userId, path, { sizes: POSTER_SIZES, fit: 'inside' });
  const version = nextVersion(0);
  const prefix = posterPrefix(sent.id, version);
  await markForDeletion(app.db, [prefix]);
  await putSquares(app.storage, prefix, squares, dirname(path));
  await transaction(app.db, async (tx) => {
    await insert(tx, sent, { filename: safeFileName(name), image_version: version });
    await unmarkForDeletion(tx, [prefix]);
  });
}

/** An ad that an administrator uploads. */
interface Sent {
  app: App;
  id: string;
  ad: NewAd;
  actor: Actor;
}

async function insert(
  tx: Tx,
  { app, id, ad, actor }: Sent,
  file: { filename: string; next_source_id?: string; image_version?: number },
): Promise<void> {
  const isNew = await insertAd(tx, { id, type: ad.type, ...(await columnsOf(tx, ad.type, ad)), ...file });
  if (!isNew) throw conflict(STILL_SENT);
  await insertGoal(tx, id, windowOf(ad.adWindow));
  // The uploader may have lost the administrator role while the file was being sent.
  await recordAct(tx, await administratorNow(app, tx, actor.userId), {
    act: 'uploaded-ad',
    subject: { kind: 'ad', id, name: ad.title },
  });
}
