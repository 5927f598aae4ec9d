import type { FastifyRequest } from 'fastify';
import { isUnavailable } from '../../platform/db/availability.ts';
import { HttpError, badRequest, invalid } from '../../platform/http/errors.ts';
import { discardFiles } from './incoming.ts';
import { watchPace } from './pace.ts';
import { type Received, type Reception, interrupted, receiveFile } from './receive-file.ts';
import { refusalOfDisk } from './space.ts';

export interface FormReception extends Omit<Reception, 'signal'> {
  /** Checks the file's name and the text fields before it, before anything is written; may throw. */
  judgeName?: (name: string, fields: Readonly<Record<string, string>>) => void;
  /** Milliseconds over which the pace of the whole form is measured. */
  paceWindow?: number;
}

export interface ReceivedForm {
  file: Received & { name: string };
  /** The text fields; if two have the same name, the last one counts. */
  fields: Record<string, string>;
}

/**
 * Reads a multipart form with exactly one file, in the field `field`, as it arrives. Throws 400 for no file, a second
 * one, another field, an empty file or a malformed form, 408 for a sender that is too slow in any field, and whatever
 * `reception` throws. After an error nothing is left on disk.
 */
export async function receiveForm(
  request: FastifyRequest,
  field: string,
  reception: FormReception,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw badRequest(`Send the file as multipart/form-data in the field "${field}".`);
  const slow = new AbortController();
  const { raw } = request;
  const endWatch = watchPace(
    // A request that is injected within this process has no socket that counts bytes; such a request is never too slow.
    () => raw.socket.bytesRead ?? Number.POSITIVE_INFINITY,
    () => slow.abort(interrupted()),
    reception.paceWindow,
  );
  try {
    const reading = readParts(request, field, { ...reception, signal: slow.signal });
    const stalled = new Promise<never>((_resolve, reject) => {
      slow.signal.addEventListener('abort', () => reject(slow.signal.reason as Error));
    });
    return await Promise.race([reading, stalled]);
  } catch (error) {
    drain(request);
    await discardFiles(reception.path);
    throw refusal(error);
  } finally {
    endWatch();
  }
}

async function readParts(
  request: FastifyRequest,
  field: string,
  reception: FormReception & Pick<Reception, 'signal'>,
): Promise<ReceivedForm> {
  let file: ReceivedForm['file'] | null = null;
  const fields: Record<string, string> = {};
  const limits = { fields: 20, parts: 30, fieldSize: 16 * 1024, fileSize: Number.MAX_SAFE_INTEGER, headerPairs: 50 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    if (part.fieldname !== field) throw invalid(field, `Send the file in the field "${field}".`);
    if (file !== null) throw invalid(field, 'Send one file per request.');
    const name = part.filename ?? '';
    reception.judgeName?.(name, fields);
    file = { ...(await receiveFile(part.file, reception)), name };
  }
  if (file === null) throw invalid(field, `There is no file in the field "${field}". Choose one and send it again.`);
  if (file.bytes === 0) throw invalid(field, 'This file is empty. Export it again and upload the new file.', 'empty');
  return { file, fields };
}

/**
 * Most clients don't read the response before they have sent everything, so the rest of the body is received and
 * discarded, for as long as the server allows.
 */
function drain({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
}

/** Errors of the parser are the sender's fault; errors of the disk or the database are ours. */
function refusal(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error) || 'syscall' in error) return refusalOfDisk(error);
  if (error.name === 'PostgresError' || isUnavailable(error)) return error;
  if ('statusCode' in error && error.statusCode === 413)
    return badRequest('The form has too many parts. Send one file per request.');
  return badRequest('The upload ended early or is malformed. Please try again.');
}
