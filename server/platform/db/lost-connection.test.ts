import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DatabaseProxy, openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { openedSockets } from '../../testkit/opened-sockets.ts';
import { until } from '../../testkit/until.ts';
import { type Pool, connect, transaction } from './connection.ts';

let proxy: DatabaseProxy;
/** Only one connection, so that the next query uses the slot whose connection was lost. */
let db: Pool;
let sockets: Socket[];

beforeEach(async () => {
  const database = await createTestDatabase();
  sockets = openedSockets();
  proxy = await openDatabaseProxy(database);
  db = connect(proxy.url, { max: 1 });
});

afterEach(async () => {
  await db.end({ timeout: 1 });
  await proxy.close();
  vi.restoreAllMocks();
});

const one = async () => (await db<{ n: number }[]>`select 1 as n`)[0]?.n;
const sleeping = async () => {
  let arrived = (): void => {};
  const there = new Promise<void>((done) => (arrived = done));
  proxy.onQuery = (bytes) => bytes.includes('pg_sleep') && arrived();
  return { there };
};
const LOST = { code: expect.stringMatching(/^(CONNECTION_CLOSED|ECONNRESET)$/) as string };

describe('a lost database connection', () => {
  it.each(['cut', 'hangUp'] as const)('doesn’t fail the next query if the connection was idle (%s)', async (how) => {
    await one();
    const gone = new Promise((done) => sockets[0]!.once('close', done));
    proxy[how]();
    await gone;
    expect(await one()).toBe(1);
  });

  it('fails a query that was made but not yet sent; the next query succeeds at once', async () => {
    await one();
    const client = sockets[0]!;
    // A query made in an immediate stays in the driver's buffer until the next one. The socket closes before that.
    await turn();
    const asked = db`select 2 as n`.execute();
    await Promise.resolve();
    await Promise.resolve();
    client.destroy();
    await expect(asked).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await one()).toBe(1);
  });

  it('also fails a query that is made as the connection is lost; later queries get their own answers', async () => {
    await one();
    const { there } = await sleeping();
    const failed = db`select pg_sleep(60)`.execute();
    await there;
    const client = sockets[0]!;
    const last = new Promise<{ asked: Promise<unknown> }>((done) =>
      client.once('error', () => done({ asked: db`select 2 as n`.execute() })),
    );
    proxy.cut();
    await expect(failed).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect((await last).asked).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    const answers = await Promise.all([3, 4, 5].map((n) => db<{ n: number }[]>`select ${n}::int as n`));
    expect(answers.map(([row]) => row?.n)).toEqual([3, 4, 5]);
  });

  it.each(['cut', 'hangUp'] as const)(
    'fails the transaction that used the connection (%s), but not this process, and the next query succeeds',
    async (how) => {
      const { there } = await sleeping();
      const failed = transaction(db, async (tx) => {
        await tx`select pg_sleep(60)`;
      });
      await there;
      proxy[how]();
      await expect(failed).rejects.toMatchObject(LOST);
      await turn();
      expect(await one()).toBe(1);
    },
  );

  it('blocks all writes of a transaction that continues, even after a reconnect', async () => {
    await db`create table kept (n int)`;
    let goOn = (): void => {};
    const waits = new Promise<void>((done) => (goOn = done));
    let late: Promise<unknown> = Promise.resolve();
    let ready = (): void => {};
    const written = new Promise<void>((done) => (ready = done));
    const failed = transaction(db, async (tx) => {
      await tx`insert into kept values (1)`;
      ready();
      await waits;
      late = tx`insert into kept values (${2})`.execute();
      await late;
    });
    failed.catch(() => {});
    await written;
    proxy.cut();
    await expect(failed).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await one()).toBe(1);
    goOn();
    await turn();
    await expect(late).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect([...(await db`select n from kept`)]).toEqual([]);
  });

  it('fails all queries of a transaction that were waiting to be sent', async () => {
    const { there } = await sleeping();
    const answers: unknown[] = [];
    const failed = transaction(db, async (tx) => {
      const note = (query: Promise<unknown>) =>
        query.then(
          () => answers.push('answered'),
          () => answers.push('failed'),
        );
      await Promise.all([note(tx`select pg_sleep(${60})`), note(tx`select ${1}::int`), note(tx`select ${2}::int`)]);
      throw new Error('nothing was answered');
    });
    await there;
    proxy.cut();
    await expect(failed).rejects.toMatchObject(LOST);
    await until(() => expect(answers).toEqual(['failed', 'failed', 'failed']));
    expect(await one()).toBe(1);
  });

  it('fails the query whose database session the server ended; the next query succeeds', async () => {
    const ended = db`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)`.execute();
    await expect(ended).rejects.toMatchObject(LOST);
    expect(await one()).toBe(1);
  });

  it('drops the rows that were received before the connection was lost', async () => {
    // Without the driver's query for array types, the next query is the first one on the new connection.
    const pool = postgres(proxy.url, { max: 1, fetch_types: false });
    await pool`select 1`;
    const client = sockets[0]!;
    let received = 0;
    client.on('data', (bytes) => {
      received += bytes.length;
      if (received > 50_000) client.destroy();
    });
    const failed = pool`
      select repeat('x', 10000), case n when 10 then pg_sleep(60) end from generate_series(1, 10) n`;
    await expect(failed.execute()).rejects.toMatchObject(LOST);
    expect([...(await pool`select 7 as n`)]).toEqual([{ n: 7 }]);
    await pool.end();
  });

  it('fails the caller’s query, but not the process, during the driver’s query for array types', async () => {
    proxy.onQuery = (bytes) => {
      if (!bytes.includes('typarray')) return;
      proxy.onQuery = () => {};
      proxy.cut();
    };
    await expect(one()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await turn();
    expect(await one()).toBe(1);
  });

  it('fails each query with the database’s refusal while the database starts; no query waits forever', async () => {
    const { there } = await sleeping();
    const failed = db`select pg_sleep(60)`.execute();
    await there;
    proxy.answer((client) => client.end(refusal('57P03', 'the database system is starting up')));
    proxy.cut();
    await expect(failed).rejects.toMatchObject(LOST);
    await expect(one()).rejects.toMatchObject({ code: '57P03' });
    proxy.answer(null);
    expect(await one()).toBe(1);
  });

  it('fails the query instead of reconnecting forever if the proxy in front has no database', async () => {
    proxy.answer((client) => client.end());
    await expect(one()).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    proxy.answer(null);
    expect(await one()).toBe(1);
  });

  it('never leaves a query waiting, whenever and however often connections are lost; the last query succeeds', async () => {
    const many = connect(proxy.url, { max: 4 });
    const states = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const asked = Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0
          ? transaction(many, async (tx) => {
              await tx`select ${index}::int`;
              await tx`select ${'x'.repeat(index * 60)}::text`;
            })
          : many`select ${index}::int`,
      );
      const all = Promise.allSettled(asked);
      for (let turns = 0; turns < round % 7; turns += 1) await turn();
      for (const socket of sockets.splice(round % 2)) if (round % 3 > 0) socket.destroy();
      if (round % 3 === 0) proxy.cut();
      for (const { status } of await all) states.add(status);
    }
    expect([...states].sort()).toEqual(['fulfilled', 'rejected']);
    expect([...(await many`select 7 as n`)]).toEqual([{ n: 7 }]);
    await many.end();
  });
});

/** PostgreSQL's ErrorResponse (protocol 3, message type E). */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

it('a session with locks is missed within half a minute after its machine is switched off', async () => {
  const session = connect(proxy.url, { max: 1, onLost: () => {} });
  const kept = async (pool: Pool) => {
    const rows = await pool<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where name like 'tcp_keepalives_%' and source = 'client' order by name`;
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  expect(await kept(session)).toEqual({
    tcp_keepalives_count: '3',
    tcp_keepalives_idle: '15',
    tcp_keepalives_interval: '5',
  });
  expect(await kept(db)).toEqual({});
  await session.end();
});
