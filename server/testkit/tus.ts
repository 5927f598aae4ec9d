import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import type { Account, TestServer } from './server.ts';

/** A client of the tus protocol over a real connection, signed in to an account; null for a visitor. */
export interface TusClient {
  call(
    account: Account | null,
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: Buffer | ReadableStream,
    signal?: AbortSignal,
  ): Promise<Response>;
  /** Starts an upload with this number of bytes. */
  create(account: Account | null, bytes: number | string, headers?: Record<string, string>): Promise<Response>;
  patch(account: Account, path: string, offset: number, body: Buffer | ReadableStream): Promise<Response>;
  /** Starts an upload that must be accepted; returns its address. */
  started(account: Account, bytes: number): Promise<string>;
}

export const named = (name: string) => ({ 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` });

export const cookieOf = ({ client }: Account): string =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The port of a test's server, which starts listening if necessary. */
export async function portOf({ http }: TestServer): Promise<number> {
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as { port: number }).port;
}

export function tusClient(server: TestServer): TusClient {
  const call: TusClient['call'] = async (account, method, path, headers = {}, body, signal) =>
    fetch(`http://127.0.0.1:${await portOf(server)}${path}`, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        'sec-fetch-site': 'same-origin',
        cookie: account === null ? '' : cookieOf(account),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body as BodyInit, duplex: 'half' }),
      ...(signal && { signal }),
    });
  const create: TusClient['create'] = (account, bytes, headers = named('song.wav')) =>
    call(account, 'POST', TUS_PATH, { 'upload-length': String(bytes), ...headers });
  return {
    call,
    create,
    patch: (account, path, offset, body) =>
      call(
        account,
        'PATCH',
        path,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      ),
    async started(account, bytes) {
      const answer = await create(account, bytes);
      if (answer.status !== 201) throw new Error(`The upload was not begun: ${answer.status} ${await answer.text()}`);
      return answer.headers.get('location') ?? '';
    },
  };
}
