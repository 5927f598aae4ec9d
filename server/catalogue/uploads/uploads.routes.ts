import {
  discardReplacement,
  removeProgress,
  replaceFile,
  retryProcessing,
  staleUploads,
  upload,
  uploadProgress,
} from '@scoville/contract/catalogue/uploads.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { callerNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { checkPicture, refusalOf } from '../../pipeline/images/refusal.ts';
import { isAdmin, isOwner } from '../media/media.policy.ts';
import { readMedia } from '../media/media.read.ts';
import { findVisible, lockVisible } from '../media/media.visible.ts';
import { newMedia, replacementOf } from '../media/media.receivers.ts';
import { checkReplaceable, cancelReplacement } from '../media/replacement.ts';
import { type Expected, formReceivers } from '../../pipeline/processing/form-receiver.ts';
import type { Receiver } from '../../pipeline/processing/receiver.ts';
import { acceptFile, checkName, checkHead } from './accept-file.ts';
import { type Allowance, findAllowance, checkCount, checkFailures, maxBytes, tooLarge } from './allowance.ts';
import { receiveUpload } from './receive-upload.ts';
import { genresOfUpload } from './genres-of-upload.ts';
import { newId } from '../../platform/ids.ts';
import { countReplacement } from './replacements-a-day.ts';
import { retry } from './retry.ts';
import { refusalOfDisk } from './space.ts';
import { presentProgress } from './uploads.present.ts';
import { hideProgress, listProgress } from './uploads.queries.ts';

export const uploadsRoutes = (app: App) => [
  route(upload, async (call) => {
    const actor = signedIn(call);
    const allowance = await findAllowance(app.db, app.env, actor.userId);
    // An administrator's file may be an ad, which is known only when the form's fields arrive.
    if (!isAdmin(actor)) checkCount(allowance);
    const { answer } = await receive(app, call.request, actor, allowance, (fields) => {
      const form = app.domains.given(formReceivers).find(({ field }) => fields[field] === 'true');
      if (form !== undefined) return form.open(app, actor, fields, idempotencyKeyOf(call.request));
      checkCount(allowance);
      return asMedia(actor, newMedia(newId(), genresOfUpload(fields['genres'])));
    });
    return { media: null, ad: null, duplicateOf: null, ...answer };
  }),

  route(replaceFile, async (call) => {
    const actor = signedIn(call);
    await checkReplaceable(app.db, call.params.id, actor.userId);
    const allowance = await findAllowance(app.db, app.env, actor.userId);
    const receiver = replacementOf(call.params.id);
    const { duplicateOf } = await countReplacement(app.limits, actor.userId, () =>
      receive(app, call.request, actor, allowance, () => asMedia(actor, receiver)),
    );
    return { media: await readMedia(app, actor, receiver.ownerId), duplicateOf };
  }),

  route(discardReplacement, async (call) => {
    const caller = signedIn(call);
    await transaction(app.db, async (tx) => {
      const row = await lockVisible(tx, caller, call.params.id);
      const actor = await callerNow(app, tx, caller.userId);
      if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('You can change your own media only.');
      await cancelReplacement(tx, row);
      if (!isOwner(actor, row))
        await recordAct(tx, actor, {
          act: 'changed-media',
          subject: { kind: 'media', id: row.id, name: row.title },
          details: { changed: 'replacement given up' },
        });
    });
    return readMedia(app, caller, call.params.id);
  }),

  route(uploadProgress, async (call) => progressOf(app, signedIn(call).userId, false)),
  route(staleUploads, async (call) => progressOf(app, signedIn(call).userId, true)),

  route(removeProgress, async (call) => {
    const { fileName } = call.params;
    if (!(await hideProgress(app.db, signedIn(call).userId, fileName))) throw notFound('This upload');
    return { fileName, deleted: true as const };
  }),

  route(retryProcessing, async (call) => {
    const caller = signedIn(call);
    const row = await findVisible(app.db, caller, call.params.id);
    const refused = () => forbidden('You can retry your own uploads only.');
    if (!isOwner(caller, row) && !isAdmin(caller)) throw refused();
    await retry(app, row, async (tx) => {
      if (isOwner(caller, row)) return;
      const actor = await callerNow(app, tx, caller.userId);
      if (!isAdmin(actor)) throw refused();
      await recordAct(tx, actor, {
        act: 'changed-media',
        subject: { kind: 'media', id: row.id, name: row.title },
        details: { changed: 'processing tried again' },
      });
    });
    return readMedia(app, caller, row.id);
  }),
];

/** Receives one file in a form, for the purpose that `expect` finds in the text fields before it. */
async function receive(
  app: App,
  request: FastifyRequest,
  actor: Actor,
  allowance: Allowance,
  expect: (fields: Readonly<Record<string, string>>) => Expected,
) {
  checkFailures(allowance);
  const { userId } = actor;
  const { limits } = allowance;
  let expected: Expected | null = null;
  let fileName = '';
  const reception = {
    field: 'file',
    userId,
    limits,
    maxBytes: maxBytes(limits),
    tooLarge: tooLarge(limits.maxFileSizeMB),
    judgeName: (name: string, fields: Readonly<Record<string, string>>) => {
      expected = expect(fields);
      fileName = name;
      if (expected.takes === 'media') checkName(name, limits);
    },
    judge: (head: Buffer) =>
      expected?.takes === 'picture' ? checkPicture(head, 'file') : checkHead(head, fileName, limits),
  };
  return receiveUpload(app, request, reception, async ({ file }) => {
    if (expected === null) throw new Error('A file was received that nobody judged.');
    if (await expected.isStored(app)) return { answer: await expected.answer(app), duplicateOf: null };
    if (expected.takes === 'picture') {
      await expected.store({ ...file, userId }).catch((error: unknown) => {
        throw refusalOf(refusalOfDisk(error), 'file');
      });
      return { answer: await expected.answer(app), duplicateOf: null };
    }
    const { receiver } = expected;
    const { duplicateOf } = await acceptFile(app, { ...file, userId, receiver });
    return { answer: { duplicateOf, ...(await expected.answer(app)) }, duplicateOf };
  });
}

/** A file for a song or video of this account, new or existing. */
const asMedia = (actor: Actor, receiver: Receiver): Expected => ({
  takes: 'media',
  receiver,
  isStored: async () => false,
  answer: async (app) => ({ media: await readMedia(app, actor, receiver.ownerId) }),
});

async function progressOf(app: App, userId: string, stale: boolean) {
  const progress = (await listProgress(app.db, userId, { stale })).map(presentProgress);
  return { progress, total: progress.length };
}
