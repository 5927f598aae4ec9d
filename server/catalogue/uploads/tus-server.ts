import { Server } from '@tus/server';
import type { FastifyError } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { offsetConflict } from './offset-conflict.ts';
import { bodyOf } from '../../platform/http/respond.ts';
import { newId } from '../../platform/ids.ts';
import { refusalOfDisk } from './space.ts';

/** An error in the form in which the tus library sends it. */
interface TusError {
  status_code: number;
  body: string;
}

const asTus = ({ status, message, errors }: HttpError, id?: string): TusError => ({
  status_code: status,
  body: JSON.stringify({ message, errors, id }),
});

/** Our sentences for the library's errors. Each pattern matches the beginning of one of the library's texts. */
const WORDS: [RegExp, string][] = [
  [/^Tus-Resumable/, 'Send the header Tus-Resumable: 1.0.0. This address speaks the tus protocol.'],
  [/^Upload-Offset conflict/, 'The upload stands at another offset. Ask for it with HEAD, and go on from there.'],
  [/^Upload-Offset header/, 'Say where these bytes begin: Upload-Offset.'],
  [/^Content-Type header/, 'Send the bytes as application/offset+octet-stream.'],
  [/^upload's size exceeded/, 'These are more bytes than Upload-Length said.'],
  [/^Upload-Length or/, 'Send the length of the file in the header Upload-Length.'],
  [/^Upload-Metadata/, 'The header Upload-Metadata is malformed.'],
  [/^The file for this url/, 'This upload was not found.'],
  [/^Not found/, 'This upload was not found.'],
  [/^Request aborted/, 'Upload was interrupted. Please try again.'],
];

/**
 * Our sentence for a text of the library. A text such as `Invalid upload-offset` becomes a sentence that names the
 * header.
 */
function rewordError(text: string): string {
  const headers = /^Invalid (.+)/.exec(text)?.[1];
  if (headers !== undefined) return `The header ${headers.trim().replaceAll(' ', ', ')} is malformed.`;
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? text.trim();
}

/** Turns an error of the product, the library or the machine into an HttpError. */
function asHttpError(error: Error | TusError): HttpError {
  const known = refusalOfDisk(error);
  if (known instanceof HttpError) return known;
  // The library itself answers 409 only for a wrong offset.
  if ('status_code' in error && error.status_code === 409) return offsetConflict(rewordError(error.body));
  if ('status_code' in error && error.status_code < 500)
    return new HttpError(error.status_code, rewordError(error.body));
  const { status, body } = bodyOf(error as FastifyError);
  const failure = new HttpError(status, body.message);
  failure.cause = error;
  return failure;
}

/** The tus library, with errors in the same form as everywhere else: `{ message, errors }` as JSON, never cached. */
export class TusServer extends Server {
  constructor(app: App, options: Omit<ConstructorParameters<typeof Server>[0], 'onResponseError'>) {
    super({
      ...options,
      async onResponseError(_request, error) {
        const refusal = asHttpError(error);
        if (refusal.status < 500) return asTus(refusal);
        const id = newId();
        app.log.error({ err: refusal, id }, 'a resumable upload failed');
        return asTus(refusal, id);
      },
    });
  }

  override write(...[context, headers, status, body = '']: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('content-type', 'application/json; charset=utf-8');
    headers.set('cache-control', 'private, no-store');
    // Errors from `onResponseError` are already in our form; the library's own refusals are a line of text.
    const ours = body.startsWith('{') ? body : asTus(new HttpError(status, rewordError(body))).body;
    return super.write(context, headers, status, ours);
  }
}
