import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Pool, connect, transaction } from '../db/connection.ts';
import { mediaChanged } from '../media/media.events.ts';
import { insertMedia } from '../testkit/media.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';
import { openDatabaseProxy } from '../testkit/database-proxy.ts';
import { BELIEVED, openVisibilities } from './visibility.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The pool, with answers that arrive only after `held`, and a promise of the first word of a change. */
function slow(db: Pool, held: () => Promise<void>) {
  const told = Promise.withResolvers<void>();
  const slowed = new Proxy(db, {
    apply: async (target, self, args) => {
      const rows: unknown = await Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
      await held();
      return rows;
    },
    get: (target, name) =>
      name === 'listen'
        ? (channel: string, heard: (id: string) => void, ready: () => void) =>
            target.listen(
              channel,
              (id) => {
                heard(id);
                told.resolve();
              },
              ready,
            )
        : Reflect.get(target, name),
  });
  return { slowed, told: told.promise };
}

it('an answer that was read before a change is not kept when it arrives after it', async () => {
  const { me } = await server.signUp();
  const id = await insertMedia(server.app.db, { musicianId: me.id, published: true });
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const { slowed, told } = slow(server.app.db, () => {
    asked.resolve();
    return go.promise;
  });
  const visibilities = await openVisibilities(slowed);
  const early = visibilities.mayRead(null, id);
  await asked.promise;
  await transaction(server.app.db, async (tx) => {
    await tx`update media set published = false, published_at = null where id = ${id}`;
    await mediaChanged(tx, id);
  });
  await told;
  go.resolve();
  expect(await early).toBe(true);
  expect(await visibilities.mayRead(null, id)).toBe(false);
  await visibilities.close();
});

describe('while no word of a change comes', () => {
  const now = Date.now();
  /** Unpublished without a word. */
  const unpublish = (id: string) =>
    server.app.db`update media set published = false, published_at = null where id = ${id}`;

  it('C04 an answer is believed for five seconds and no longer', async () => {
    const { me } = await server.signUp();
    const id = await insertMedia(server.app.db, { musicianId: me.id, published: true });
    const visibilities = await openVisibilities(server.app.db);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await unpublish(id);
    expect(await visibilities.mayRead(null, id, now + BELIEVED)).toBe(true);
    expect(await visibilities.mayRead(null, id, now + BELIEVED + 1)).toBe(false);
    expect(BELIEVED).toBeLessThanOrEqual(5000);
    await visibilities.close();
  });

  it('C06b because the connection for it broke, nothing is believed after it is back', async () => {
    const { me } = await server.signUp();
    const id = await insertMedia(server.app.db, { musicianId: me.id, published: true });
    const proxy = await openDatabaseProxy(server.app.env.DATABASE_URL);
    const db = connect(proxy.url, { max: 2 });
    const visibilities = await openVisibilities(db);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    proxy.cut();
    await unpublish(id);
    // At one and the same moment, so that no answer grows old meanwhile.
    await expect.poll(() => visibilities.mayRead(null, id, now).catch(() => 'away')).toBe(false);
    await visibilities.close();
    await db.end({ timeout: 1 });
    await proxy.close();
  });
});
