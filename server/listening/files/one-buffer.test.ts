import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OneBuffer } from './one-buffer.ts';

const KB = 1024;
const bytes = randomBytes(3 * 1024 * KB + 7);
const digest = (of: Buffer) => createHash('sha256').update(of).digest('hex');
let folder = '';
let path = '';
let server: Server;
let port = 0;
/** The stream of the last response. */
let sent: OneBuffer;
let memory: Set<ArrayBufferLike>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-one-buffer-'));
  path = join(folder, 'file');
  await writeFile(path, bytes);
  const serve = async (asked: IncomingMessage, answer: ServerResponse) => {
    const [start, end, size] = new URL(asked.url ?? '', 'http://x').pathname.split('/').slice(1).map(Number);
    sent = new OneBuffer(await open(path), { start: start ?? 0, end: end ?? 0 }, answer, size ?? 0);
    memory = new Set();
    sent.on('data', (piece: Buffer) => memory.add(piece.buffer)).pause();
    // After an error, the connection is closed, because the response lacks bytes.
    sent.once('error', () => answer.destroy());
    sent.pipe(answer);
  };
  server = createServer((asked, answer) => void serve(asked, answer));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as { port: number });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const read = (start: number, end: number, size: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const asked = request(
      { port, host: '127.0.0.1', path: `/${start}/${end}/${size}` },
      (answer) => void buffer(answer).then(resolve, reject),
    );
    asked.once('error', reject).end();
  });

/** The bytes that arrive through a connection that takes each chunk only after a while. */
async function readSlowly(start: number, end: number, size: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  const connection = new Writable({
    highWaterMark: 64 * KB,
    write(piece: Buffer, _encoding, done) {
      setTimeout(() => {
        taken.push(Buffer.from(piece));
        done();
      }, 1);
    },
  });
  const stream = new OneBuffer(await open(path), { start, end }, connection, size);
  await pipeline(stream, connection);
  return Buffer.concat(taken);
}

describe('a part of a file through one buffer', () => {
  it.each([
    ['a few bytes', 0, 3],
    ['one byte', bytes.length - 1, bytes.length - 1],
    ['exactly one buffer', 10, 10 + 64 * KB - 1],
    ['one buffer and one byte', 10, 10 + 64 * KB],
    ['the whole file', 0, bytes.length - 1],
    ['the end', 1000, bytes.length - 1],
  ])('arrives unchanged, whether its reader is fast or slow: %s', async (_what, start, end) => {
    const wanted = digest(bytes.subarray(start, end + 1));
    for (const size of [1, 64 * KB, 256 * KB]) {
      expect(digest(await read(start, end, size))).toBe(wanted);
      expect(sent.handedOn).toBe(end - start + 1);
      expect(digest(await readSlowly(start, end, size))).toBe(wanted);
    }
  });

  it('uses the same memory for every chunk, F1', async () => {
    await read(0, bytes.length - 1, 64 * KB);
    expect(memory.size).toBe(1);
    expect([...memory][0]?.byteLength).toBe(64 * KB);
  });

  it('never uses more memory than the part has bytes', async () => {
    await read(5, 104, 256 * KB);
    expect([...memory][0]?.byteLength).toBe(100);
  });

  it('ends with an error if the file is too short', async () => {
    await expect(read(0, bytes.length, 64 * KB)).rejects.toThrow('aborted');
    expect(String(sent.errored)).toBe(`Error: a file ended at ${bytes.length}, before ${bytes.length}`);
  });

  it('closes the file when its reader leaves', async () => {
    const file = await open(path);
    const stream = new OneBuffer(file, { start: 0, end: bytes.length - 1 }, new Writable(), KB);
    stream.destroy();
    await once(stream, 'close');
    expect(file.fd).toBe(-1);
  });
});
