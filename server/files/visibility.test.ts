import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pool, transaction } from '../db/connection.ts';
import { mediaChanged } from '../media/media.events.ts';
import { insertMedia } from '../testkit/media.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';
import { openVisibilities } from './visibility.ts';

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
