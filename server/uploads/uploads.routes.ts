import { removeProgress, retryProcessing, staleUploads, upload, uploadProgress } from '@scoville/contract/uploads.ts';
import type { Media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { Actor } from '../http/actor.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { canSee, isAdmin, isOwner } from '../media/media.policy.ts';
import { presentMedia } from '../media/media.present.ts';
import { findMedia } from '../media/media.queries.ts';
import { acceptFile, checkName, judgeHead } from './accept-file.ts';
import { allowanceOf, checkCount, checkFailures, maxBytes, tooLarge } from './allowance.ts';
import { receiveUpload } from './receive-upload.ts';
import { retry } from './retry.ts';
import { presentProgress } from './uploads.present.ts';
import { hideProgress, listProgress } from './uploads.queries.ts';

export const uploadsRoutes = (app: App) => [
  route(upload, async (call) => {
    const actor = signedIn(call);
    const allowance = await allowanceOf(app.db, app.env, actor.userId);
    checkCount(allowance);
    checkFailures(allowance);
    const { mediaId, duplicateOf } = await receiveUpload(
      app,
      call.request,
      {
        field: 'file',
        userId: actor.userId,
        limits: allowance.limits,
        maxBytes: maxBytes(allowance.limits),
        tooLarge: tooLarge(allowance.limits.maxFileSizeMB),
        judgeName: (name) => checkName(name, allowance.limits),
        judge: judgeHead(allowance),
      },
      ({ file }) => acceptFile(app, { ...file, userId: actor.userId }),
    );
    return { media: await mediaFor(app, mediaId, actor), duplicateOf };
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
    const row = await findMedia(app.db, call.params.id);
    if (row === null || !canSee(actor, row)) throw notFound('This media');
    if (!isOwner(actor, row) && !isAdmin(actor)) throw forbidden('You can retry your own uploads only.');
    await retry(app, row);
    return mediaFor(app, row.id, actor);
  }),
];

async function mediaFor(app: App, id: string, actor: Actor): Promise<Media> {
  const row = await findMedia(app.db, id);
  if (row === null) throw notFound('This media');
  return presentMedia(app, row, actor);
}

async function progressOf(app: App, userId: string, stale: boolean) {
  const progress = (await listProgress(app.db, userId, { stale })).map(presentProgress);
  return { progress, total: progress.length };
}
