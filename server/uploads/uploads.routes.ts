import {
  giveUpReplacement,
  removeProgress,
  replaceFile,
  retryProcessing,
  staleUploads,
  upload,
  uploadProgress,
} from '@scoville/contract/uploads.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { isAdmin, isOwner } from '../media/media.policy.ts';
import { readMedia } from '../media/media.read.ts';
import { findVisible, lockVisible } from '../media/media.visible.ts';
import { newMedia, replacementOf } from '../media/media.receivers.ts';
import { checkReplaceable, cancelReplacement } from '../media/replacement.ts';
import type { Receiver } from '../processing/receiver.ts';
import { acceptFile, checkName, checkHead } from './accept-file.ts';
import { type Allowance, allowanceOf, checkCount, checkFailures, maxBytes, tooLarge } from './allowance.ts';
import { receiveUpload } from './receive-upload.ts';
import { takeReplacement } from './replacements-a-day.ts';
import { retry } from './retry.ts';
import { presentProgress } from './uploads.present.ts';
import { hideProgress, listProgress } from './uploads.queries.ts';

export const uploadsRoutes = (app: App) => [
  route(upload, async (call) => {
    const actor = signedIn(call);
    const allowance = await allowanceOf(app.db, app.env, actor.userId);
    checkCount(allowance);
    return receive(app, call.request, actor, allowance, newMedia());
  }),

  route(replaceFile, async (call) => {
    const actor = signedIn(call);
    await checkReplaceable(app.db, call.params.id, actor.userId);
    await takeReplacement(app.limits, actor.userId);
    const allowance = await allowanceOf(app.db, app.env, actor.userId);
    return receive(app, call.request, actor, allowance, replacementOf(call.params.id));
  }),

  route(giveUpReplacement, async (call) => {
    const actor = signedIn(call);
    await transaction(app.db, async (tx) => {
      const row = await lockVisible(tx, actor, call.params.id);
      if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('You can change your own media only.');
      await cancelReplacement(tx, row);
    });
    return readMedia(app, actor, call.params.id);
  }),

  route(uploadProgress, async (call) => progressOf(app, signedIn(call).userId, false)),
  route(staleUploads, async (call) => progressOf(app, signedIn(call).userId, true)),

  route(removeProgress, async (call) => {
    const { fileName } = call.params;
    if (!(await hideProgress(app.db, signedIn(call).userId, fileName))) throw notFound('This upload');
    return { fileName, deleted: true as const };
  }),

  route(retryProcessing, async (call) => {
    const actor = signedIn(call);
    const row = await findVisible(app.db, actor, call.params.id);
    if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('You can retry your own uploads only.');
    await retry(app, row);
    return readMedia(app, actor, row.id);
  }),
];

/** One file in a form, for whatever it is meant. */
async function receive(app: App, request: FastifyRequest, actor: Actor, allowance: Allowance, receiver: Receiver) {
  checkFailures(allowance);
  const { limits } = allowance;
  const reception = {
    field: 'file',
    userId: actor.userId,
    limits,
    maxBytes: maxBytes(limits),
    tooLarge: tooLarge(limits.maxFileSizeMB),
    judgeName: (name: string) => checkName(name, limits),
    judge: checkHead(allowance),
  };
  const { mediaId, duplicateOf } = await receiveUpload(app, request, reception, ({ file }) =>
    acceptFile(app, { ...file, userId: actor.userId, receiver }),
  );
  return { media: await readMedia(app, actor, mediaId), duplicateOf };
}

async function progressOf(app: App, userId: string, stale: boolean) {
  const progress = (await listProgress(app.db, userId, { stale })).map(presentProgress);
  return { progress, total: progress.length };
}
