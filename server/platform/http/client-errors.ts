import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '@scoville/contract/platform/http/errors.ts';
import { refusalBody } from './errors.ts';

/** The status of refusals that Node's parser makes before a request exists, by error code; 400 for all others. */
const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

const bare = (status: number, headers: Record<string, string>) => {
  const text = JSON.stringify(refusalBody(status) satisfies ErrorBody);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { text, all };
};

/**
 * Answers data that isn't HTTP, or is too large or too slow to be a request, like every other refusal: with our headers
 * and `{ message, errors }`. For Fastify's `clientErrorHandler`.
 */
export function answerClientErrors(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS[error.code ?? ''] ?? 400;
    const { text, all } = bare(status, headers);
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    if (socket.writable)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
    socket.destroy(error);
  };
}

/**
 * Answers an `Expect` header that the server can't meet (RFC 9110, section 10.1.1) in our form, instead of Node's own
 * answer.
 */
export function answerExpectations(server: Server, headers: Record<string, string>): void {
  server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
    const { text, all } = bare(417, headers);
    answer.writeHead(417, all).end(text);
  });
}
