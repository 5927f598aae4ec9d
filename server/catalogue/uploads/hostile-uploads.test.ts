import { readFile, readdir } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let port: number;
let mp3: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  port = (server.http.server.address() as { port: number }).port;
  mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
});
afterAll(() => server.close());

const BOUNDARY = 'XYZ';
const part = (disposition: string, type: string | null, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const filePart = (content: Buffer | string, field = 'file', name = 'song.mp3') =>
  part(`name="${field}"; filename="${name}"`, 'audio/mpeg', content);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

const post = ({ client }: Account, payload: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  client.send({ method: 'POST', url: '/api/upload', headers: { 'content-type': type }, payload });

const leftovers = async () => {
  const folder = join(server.app.env.DATA_DIR, 'incoming');
  return readdir(folder).catch(() => []);
};

async function refused(answer: { status: number; body: { message: string; errors: unknown[] } }, status: number) {
  expect(answer.status).toBe(status);
  expect(answer.body.message).toMatch(/^[A-Z].{5,}\.$/);
  expect(await leftovers()).toEqual([]);
}

describe('forms without exactly one file', () => {
  it.each([
    ['no part at all', END],
    ['a text field instead of a file', Buffer.concat([part('name="file"', null, 'hello'), END])],
    ['two files', Buffer.concat([filePart(Buffer.alloc(10)), filePart(Buffer.alloc(10)), END])],
    ['another field', Buffer.concat([filePart('x', 'song'), END])],
    ['thirty fields', Buffer.concat([...Array.from({ length: 30 }, (_, i) => part(`name="f${i}"`, null, 'x')), END])],
    ['a part without a name', Buffer.concat([part('filename="a.mp3"', 'audio/mpeg', 'x'), END])],
    ['a field called __proto__', Buffer.concat([part('name="__proto__"', null, 'x'), END])],
    ['no closing boundary', filePart('half a song').subarray(0, -8)],
    ['an empty body', Buffer.alloc(0)],
    ['arbitrary bytes', Buffer.alloc(1000, 7)],
  ])('are refused: %s', async (_name, body) => {
    const answer = await post(await server.signUp(), body);
    expect([400, 415]).toContain(answer.status);
    await refused(answer, answer.status);
  });

  it('rejects a form with two songs, and removes the first', async () => {
    const account = await server.signUp({ plan: 'ghost-pepper' });
    const answer = await post(account, Buffer.concat([filePart(mp3), filePart(mp3), END]));
    await refused(answer, 400);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(0);
  });

  it('rejects a body that is no form', async () => {
    const account = await server.signUp();
    await refused(await post(account, Buffer.from('{"file":"x"}'), 'application/json'), 400);
    await refused(await post(account, mp3, 'audio/mpeg'), 415);
    await refused(await post(account, Buffer.from('x'), 'multipart/form-data'), 400);
  });

  it('ignores unknown text fields beside the file', async () => {
    const account = await server.signUp();
    const answer = await post(
      account,
      Buffer.concat([
        part('name="musician"', null, 'somebody else'),
        filePart(mp3),
        part('name="published"', null, 'true'),
        END,
      ]),
    );
    expect(answer.status).toBe(202);
    expect(answer.body.media).toMatchObject({ published: false, musician: { id: account.me.id } });
  });
});

/** Sends raw bytes; resolves with the response when the connection ends or the response is complete. */
function raw(account: Account, length: string, write: (socket: Socket) => void): Promise<string> {
  const cookie = [...account.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${length}\r\n\r\n`,
    );
    write(socket);
  });
}

describe('bodies with a wrong length or a broken connection', () => {
  it('removes the file when the sender disconnects in the middle', async () => {
    const account = await server.signUp();
    const gone = raw(account, 'Content-Length: 1000000', (socket) => {
      socket.write(filePart(mp3).subarray(0, -2));
      const seen = setInterval(() => {
        void leftovers().then((names) => {
          if (names.length === 0) return;
          clearInterval(seen);
          socket.destroy();
        });
      }, 5);
    });
    expect(await gone).toBe('');
    await expect.poll(leftovers).toEqual([]);
    expect((await account.client.get('/api/users/me')).body.used).toBe(0);
  });

  it('rejects a file that is cut off by its Content-Length with 400', async () => {
    const body = Buffer.concat([filePart(mp3), END]);
    const account = await server.signUp();
    const answer = await raw(account, `Content-Length: ${body.length - 50}`, (socket) => socket.write(body));
    expect(answer).toMatch(/^HTTP\/1.1 400/);
    await expect.poll(leftovers).toEqual([]);
  });

  it('UP-12 stops an endless body soon after the limit and answers 413', async () => {
    const account = await server.signUp();
    const block = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const answer = await raw(account, 'Transfer-Encoding: chunked', (socket) => {
      const chunk = (bytes: Buffer) =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
      socket.write(chunk(filePart(mp3).subarray(0, -2)));
      const more = () => {
        while (!socket.destroyed && socket.writable && sent < 400) {
          sent += 1;
          if (!socket.write(chunk(block))) return void socket.once('drain', more);
        }
      };
      more();
    });
    expect(answer).toMatch(/^HTTP\/1.1 413/);
    expect(answer).toContain('File is too large. File size must not be greater than 50 MB.');
    expect(sent).toBeLessThan(200);
    expect(await leftovers()).toEqual([]);
  });

  it('refuses the wrong type while the rest is still being sent', async () => {
    const account = await server.signUp();
    const answer = await raw(account, 'Content-Length: 40000000', (socket) =>
      socket.write(filePart(Buffer.alloc(200_000, 'This is text. '))),
    );
    expect(answer).toMatch(/^HTTP\/1.1 415/);
    expect(await leftovers()).toEqual([]);
  });
});
