import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../platform/http/errors.ts';
import { createHttp } from '../../platform/http/server.ts';
import { MIN_BYTES_PER_SECOND, watchPace } from './pace.ts';
import { receiveForm } from './receive-form.ts';

describe('the pace of a sender', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterAll(() => void vi.useRealTimers());

  it('is measured over each minute: a kilobyte per second is enough, one byte less is not', () => {
    let came = 0;
    const late = vi.fn<() => void>();
    watchPace(() => came, late);
    for (let minute = 0; minute < 10; minute++) {
      came += 60 * MIN_BYTES_PER_SECOND;
      vi.advanceTimersByTime(60_000);
    }
    expect(late).not.toHaveBeenCalled();
    came += 60 * MIN_BYTES_PER_SECOND - 1;
    vi.advanceTimersByTime(59_999);
    expect(late).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(600_000);
    expect(late).toHaveBeenCalledOnce();
  });

  it('is not measured after the watch has ended', () => {
    const late = vi.fn<() => void>();
    watchPace(() => 0, late)();
    vi.advanceTimersByTime(600_000);
    expect(late).not.toHaveBeenCalled();
  });
});

describe('F7 a form whose sender is too slow', () => {
  let http: FastifyInstance;
  let port: number;
  let folder: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pace-'));
    http = await createHttp({ logger: pino({ level: 'silent' }), secure: false, development: false });
    http.post('/form', async (request) => {
      const { file } = await receiveForm(request, 'file', {
        path: join(folder, 'file'),
        maxBytes: 1_000_000,
        tooLarge: new HttpError(413, 'Too large.'),
        paceWindow: 300,
      });
      await rm(file.path);
      return { bytes: file.bytes };
    });
    await http.listen({ port: 0, host: '127.0.0.1' });
    port = (http.server.address() as { port: number }).port;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await http.close();
    await rm(folder, { recursive: true });
  });

  /** Sends the beginning, then one byte at a time until a response arrives. */
  const drip = (begin: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(
        'POST /form HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=XYZ\r\nContent-Length: 900000\r\n\r\n',
      );
      socket.write(begin);
      const timer = setInterval(() => socket.write('x'), 10);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.includes('\r\n\r\n') && text.endsWith('}')) resolve(text);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        resolve(text);
      });
    });

  it.each([
    ['a text field', '--XYZ\r\nContent-Disposition: form-data; name="title"\r\n\r\n'],
    ['the head of a part', '--XYZ\r\nContent-Disposition: form-data; name="'],
    ['the file', '--XYZ\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n'],
    ['the text before the first part', 'x'],
  ])('in %s is refused with 408 and a message, and leaves no file', async (_where, begin) => {
    const answer = await drip(begin);
    expect(answer).toMatch(/^HTTP\/1.1 408/);
    expect(answer).toContain('"message":"Upload was interrupted. Please try again."');
    await expect.poll(() => readdir(folder)).toEqual([]);
  });
});
