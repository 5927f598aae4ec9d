import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { openedSockets } from '../../testkit/opened-sockets.ts';
import { type Pool, connect } from './connection.ts';

/** `CopyDone`, and the first letter of the next message (PostgreSQL's protocol, 3.0). */
const DONE = Buffer.from('c\0\0\0\x04C', 'latin1');

let db: Pool;
let sockets: Socket[];

beforeEach(async () => {
  const database = await createTestDatabase();
  sockets = openedSockets();
  db = connect(database, { max: 1 });
});
afterEach(async () => {
  await db.end({ timeout: 1 });
  vi.restoreAllMocks();
});

const one = async () => (await db<{ n: number }[]>`select 1 as n`)[0]?.n;

/**
 * Splits the stream right after the end of a copy, and delivers the rest when the socket is read again. The network
 * splits at random places, so this holds all data back until the end of the copy has arrived.
 * @returns whether the socket was paused when the end of the copy had arrived
 */
function cutAfterCopy(socket: Socket): Promise<boolean> {
  const emit = socket.emit.bind(socket);
  const { promise: end, resolve: came } = Promise.withResolvers<boolean>();
  let held = Buffer.alloc(0);
  const emitted = vi.spyOn(socket, 'emit').mockImplementation((name: string | symbol, ...values: unknown[]) => {
    const [bytes] = values;
    if (name !== 'data' || !Buffer.isBuffer(bytes)) return emit(name, ...values);
    held = Buffer.concat([held, bytes]);
    const at = held.indexOf(DONE);
    if (at === -1) return true;
    emitted.mockRestore();
    const rest = held.subarray(at + 5);
    emit('data', held.subarray(0, at + 5));
    if (socket.isPaused()) socket.once('resume', () => emit('data', rest));
    else emit('data', rest);
    came(socket.isPaused());
    return true;
  });
  return end;
}

describe('a copy out of the database', () => {
  it('ends even if its last messages arrive while its reader is paused', async () => {
    await one();
    const end = cutAfterCopy(sockets[0]!);
    const rows = await db.unsafe(`copy (select repeat('x', 1000000)) to stdout`).readable();
    expect(await end).toBe(true);
    expect((await buffer(rows)).length).toBe(1_000_001);
    expect(await one()).toBe(1);
  });

  it('fails with the reader’s error if its reader fails, and the connection remains usable', async () => {
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('No space left')) });
    const copied = db.begin(async (tx) => {
      const rows = await tx
        .unsafe(`copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`)
        .readable();
      await pipeline(rows, full);
    });
    await expect(copied).rejects.toThrow('No space left');
    expect(await one()).toBe(1);
  });

  it('delivers every row of a second copy that begins before the first copy is read', async () => {
    await db.begin(async (tx) => {
      const first = await tx.unsafe(`copy (select 'read later') to stdout`).readable();
      const second = await tx
        .unsafe(`copy (select repeat('x', 1000) from generate_series(1, 2000)) to stdout`)
        .readable();
      expect(String(await buffer(first))).toBe('read later\n');
      expect((await buffer(second)).length).toBe(2000 * 1001);
    });
    expect(await one()).toBe(1);
  });
});

it('connections send small messages at once, like PostgreSQL’s own library', async () => {
  const atOnce = vi.spyOn(Socket.prototype, 'setNoDelay');
  await one();
  expect(atOnce.mock.contexts).toContain(sockets[0]);
});
