import { removeProgress, staleUploads, upload, uploadProgress } from '@scoville/contract/uploads.ts';
import type { App } from '../app-context.ts';
import { notFound } from '../http/errors.ts';
import { route, signedIn } from '../http/route.ts';
import { presentMedia } from '../media/media.present.ts';
import { findMedia } from '../media/media.queries.ts';
import { acceptFile, judgeHead } from './accept-file.ts';
import { allowanceOf, checkCount, maxBytes, tooLarge } from './allowance.ts';
import { incomingPath } from './incoming.ts';
import { receiveForm } from './receive-form.ts';
import { presentProgress } from './uploads.present.ts';
import { hideProgress, listProgress } from './uploads.queries.ts';

export const uploadsRoutes = (app: App) => [
  route(upload, async (call) => {
    const actor = signedIn(call);
    const allowance = await allowanceOf(app.db, app.env, actor.userId);
    checkCount(allowance);
    const { file } = await receiveForm(call.request, 'file', {
      path: await incomingPath(app.env),
      maxBytes: maxBytes(allowance.limits),
      tooLarge: tooLarge(allowance.limits.maxFileSizeMB),
      judge: judgeHead(allowance),
    });
    const { mediaId, duplicateOf } = await acceptFile(app, { ...file, userId: actor.userId });
    const row = await findMedia(app.db, mediaId);
    if (row === null) throw notFound('This media');
    return { media: presentMedia(app, row, actor), duplicateOf };
  }),

  route(uploadProgress, async (call) => progressOf(app, signedIn(call).userId, false)),
  route(staleUploads, async (call) => progressOf(app, signedIn(call).userId, true)),

  route(removeProgress, async (call) => {
    const { fileName } = call.params;
    if (!(await hideProgress(app.db, signedIn(call).userId, fileName))) throw notFound('This upload');
    return { fileName, deleted: true as const };
  }),
];

async function progressOf(app: App, userId: string, stale: boolean) {
  const progress = (await listProgress(app.db, userId, { stale })).map(presentProgress);
  return { progress, total: progress.length };
}
