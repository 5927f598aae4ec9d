import type { FastifyRequest } from 'fastify';
import type { Limits } from '@scoville/contract/accounts/plans.ts';
import type { App } from '../../platform/app-context.ts';
import { newId } from '../../platform/ids.ts';
import { removeAbandoned } from './arrivals.ts';
import { discardFiles, incomingPath } from './incoming.ts';
import { type FormReception, type ReceivedForm, receiveForm } from './receive-form.ts';
import { releaseSpace, reserveSpace, watchReservation } from './reservations.ts';
import { expectedBytes } from './space.ts';

export interface FormUpload extends Omit<FormReception, 'path' | 'watch'> {
  /** The form field that contains the file. */
  field: string;
  userId: string;
  /** The limits of the account's plan, such as how much may be uploading at a time. */
  limits: Limits;
}

/**
 * Receives a form with one file while disk space is reserved for it, and passes it to `work`. Afterwards the
 * reservation ends, and the file is removed unless `work` took it over. Throws what `receiveForm` throws, 507 for a
 * disk without room, and 429 when the account has too many uploads in progress.
 */
export async function receiveUpload<T>(
  app: App,
  request: FastifyRequest,
  { field, userId, limits, ...reception }: FormUpload,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const id = newId();
  const path = await incomingPath(app.env, id);
  const bytes = expectedBytes(request.headers['content-length'], reception.maxBytes);
  const evicted = await reserveSpace(app, { id, userId, bytes, limits, resumable: false });
  try {
    await removeAbandoned(app, evicted);
    const watch = watchReservation(app, id);
    const form = await receiveForm(request, field, { ...reception, path, watch });
    await watch.end(form.file.bytes);
    return await work(form);
  } finally {
    await discardFiles(path);
    await releaseSpace(app, id);
  }
}
