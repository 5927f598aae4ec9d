import type { FastifyRequest } from 'fastify';
import { HttpError, badRequest, invalid } from '../http/errors.ts';
import { discardFiles } from './incoming.ts';
import { type Received, type Reception, receiveFile } from './receive-file.ts';
import { refusalOfDisk } from './space.ts';

export interface FormReception extends Reception {
  /** Looks at the file's name before anything is written, and may throw. */
  judgeName?: (name: string) => void;
}

export interface ReceivedForm {
  file: Received & { name: string };
  /** The text fields; of two with the same name the last. */
  fields: Record<string, string>;
}

/** How long a refused sender may go on sending before the connection is cut (milliseconds). */
const DRAIN = 60_000;

/**
 * Reads a multipart form with exactly one file, in the field `field`, as it arrives. Throws 400 for no file, a second
 * one, another field, an empty file or a malformed form, and what `reception` throws; then nothing is left on disk.
 */
export async function receiveForm(
  request: FastifyRequest,
  field: string,
  reception: FormReception,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw badRequest(`Send the file as multipart/form-data in the field "${field}".`);
  let file: ReceivedForm['file'] | null = null;
  const fields: Record<string, string> = {};

  try {
    const limits = { fields: 20, parts: 30, fieldSize: 16 * 1024, fileSize: Number.MAX_SAFE_INTEGER, headerPairs: 50 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== field) throw invalid(field, `Send the file in the field "${field}".`);
      if (file !== null) throw invalid(field, 'Send one file per request.');
      const name = part.filename ?? '';
      reception.judgeName?.(name);
      file = { ...(await receiveFile(part.file, reception)), name };
    }
    if (file === null) throw invalid(field, `There is no file in the field "${field}". Choose one and send it again.`);
    if (file.bytes === 0) throw invalid(field, 'This file is empty. Export it again and upload the new file.', 'empty');
    return { file, fields };
  } catch (error) {
    await discardFiles(reception.path);
    drain(request);
    throw refusal(error);
  }
}

/** A client that still sends does not read our answer: take what comes for a while and throw it away. */
function drain(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const end = setTimeout(() => raw.destroy(), DRAIN);
  end.unref();
  raw.once('close', () => clearTimeout(end));
}

/** What the parser throws is the sender's fault; what the disk throws is ours. */
function refusal(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error) || 'syscall' in error) return refusalOfDisk(error);
  if ('statusCode' in error && error.statusCode === 413)
    return badRequest('The form has too many parts. Send one file per request.');
  return badRequest('The upload ended early or is malformed. Please try again.');
}
