import type { FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip';

/** The best encoding that an Accept-Encoding header allows (RFC 9110, section 12.5.3), or null for none. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const accepted = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const weight = parameters.find((one) => one.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
  const weightOf = (encoding: Encoding) => accepted.get(encoding) ?? 0;
  const [br, zipped] = [weightOf('br'), weightOf('gzip')];
  if (!(br > 0 || zipped > 0)) return null;
  return zipped > br || !(br > 0) ? 'gzip' : 'br';
}

/** Compresses a text while a client waits, at a quality that takes about a millisecond for 100 kB. */
export const compress = (text: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    : zip(text, { level: 5 });

/** A body that fits into one packet gains nothing from compression. */
export const MIN_COMPRESSIBLE_BYTES = 1400;

/** An onSend hook that compresses text replies, and JSON that was written as bytes, if the client accepts that. */
export async function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (!isText(reply, payload) || payload.length < MIN_COMPRESSIBLE_BYTES || reply.hasHeader('content-encoding'))
    return payload;
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding === null) return payload;
  const small = await compress(payload, encoding);
  reply.header('content-encoding', encoding).header('content-length', small.byteLength);
  return small;
}

const isText = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' ||
  (Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('application/json'));
