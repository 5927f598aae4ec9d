import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '@scoville/contract/platform/http/errors.ts';
import { answerClientErrors, answerExpectations } from './client-errors.ts';
import { RETRY_AFTER } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

/** The reason why a process can't serve yet, as shown by the health check. */
export type Reason = 'This process is starting.' | 'The database is unavailable.' | 'Migrations are running.';

/** Answers instead of the product until the product is ready. */
export interface StartupServer {
  port: number;
  setReason: (reason: Reason) => void;
  /** Frees the port for the product. */
  close: () => Promise<void>;
}

/** Listens at once and answers every call with 503 and the reason. Rejects if the port is taken. */
export async function openStartupServer(port: number, host: string, secure: boolean): Promise<StartupServer> {
  let reason: Reason = 'This process is starting.';
  const headers = securityHeaders({ secure, development: false });
  const server = createServer((request, answer) => {
    const health = request.url?.split('?', 1)[0] === '/api/health';
    const body = health
      ? { ok: false, reason }
      : ({ message: `${reason} Please try again in a moment.`, errors: [] } satisfies ErrorBody);
    request.resume();
    answer
      .writeHead(503, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': String(RETRY_AFTER),
        connection: 'close',
      })
      .end(JSON.stringify(body));
  });
  server.on('clientError', answerClientErrors(headers));
  answerExpectations(server, headers);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    setReason: (next) => void (reason = next),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        // Requests that arrive later are for the product.
        server.closeAllConnections();
      }),
  };
}
