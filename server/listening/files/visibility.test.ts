import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, type Pool, connect, transaction } from '../../platform/db/connection.ts';
import { mediaChanged } from '../../catalogue/media/media.events.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { openDatabaseProxy } from '../../testkit/database-proxy.ts';
import { insertMedia } from '../../testkit/media.ts';
import { insertPerson } from '../../testkit/people.ts';
import { VISIBILITY_CACHE_MS, openVisibilities } from './visibility.ts';

let url: string;
let db: Pool;
beforeAll(async () => {
  url = await createTestDatabase();
  db = connect(url);
});
afterAll(() => db.end());

const now = Date.now();
/** Inserts a media item of a new musician. */
const someMedia = async (published = true): Promise<{ id: string; musicianId: string }> => {
  const musicianId = await insertPerson(db);
  return { id: await insertMedia(db, { musicianId, published }), musicianId };
};
/** Unpublishes without a notification. */
const unpublish = (id: string, of: Db = db) =>
  of`update media set published = false, published_at = null where id = ${id}`;
/** Unpublishes with the notification that every change sends. */
const unpublishAndSay = (id: string) =>
  transaction(db, async (tx) => {
    await unpublish(id, tx);
    await mediaChanged(tx, id);
  });
const actor = (userId: string, role: Actor['role'] = 'user'): Actor => ({
  userId,
  role,
  isCurator: role === 'user',
  hasAuth: true,
  lacksSecondFactor: false,
  isVerified: true,
  isVouched: true,
});

/** The pool, with responses that are delayed until `held` resolves, and a promise of the first change notification. */
function slow(held: () => Promise<void>) {
  const notified = Promise.withResolvers<void>();
  const slowed = new Proxy(db, {
    apply: (target, self, args: [TemplateStringsArray]) => {
      const query: unknown = Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
      // A fragment is sent as a part of its whole statement.
      if (!/^\s*select\b/.test(args[0][0] ?? '')) return query;
      return (async () => {
        const rows = await query;
        await held();
        return rows;
      })();
    },
    get: (target, name) =>
      name === 'listen'
        ? (channel: string, heard: (id: string) => void, ready: () => void) =>
            target.listen(
              channel,
              (id) => {
                heard(id);
                notified.resolve();
              },
              ready,
            )
        : Reflect.get(target, name),
  });
  return { slowed, notified: notified.promise };
}

describe('access to the bytes of a media item', () => {
  it('is open to all if it is published, else to its owner and administrators only', async () => {
    const visibilities = await openVisibilities(db);
    const [shown, hidden] = [await someMedia(), await someMedia(false)];
    const people = ({ musicianId }: { musicianId: string }) => [
      null,
      actor(newId()),
      actor(musicianId),
      actor(newId(), 'admin'),
    ];
    const all = async (media: { id: string; musicianId: string }) => {
      const answers: boolean[] = [];
      for (const one of people(media)) answers.push(await visibilities.mayRead(one, media.id));
      return answers;
    };
    expect(await all(shown)).toEqual([true, true, true, true]);
    expect(await all(hidden)).toEqual([false, false, true, true]);
    expect(await all({ id: newId(), musicianId: newId() })).toEqual([false, false, false, false]);
    await visibilities.close();
  });

  it('ends with the notification of a change, without new queries for other media', async () => {
    const visibilities = await openVisibilities(db);
    const [one, other] = [await someMedia(), await someMedia()];
    for (const { id } of [one, other]) expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await unpublish(other.id);
    await unpublishAndSay(one.id);
    await expect.poll(() => visibilities.mayRead(null, one.id, now)).toBe(false);
    expect(await visibilities.mayRead(null, other.id, now)).toBe(true);
    await visibilities.close();
  });

  it('is updated by notifications until it is closed', async () => {
    const visibilities = await openVisibilities(db);
    const { id } = await someMedia();
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    // This listener is notified after those that listened before it.
    const notified = Promise.withResolvers<string>();
    const other = await db.listen('media_changed', notified.resolve);
    await visibilities.close();
    await unpublishAndSay(id);
    expect(await notified.promise).toBe(id);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await other.unlisten();
  });
});

it('a result that was read before a change is not cached when it arrives after the change', async () => {
  const { id } = await someMedia();
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const { slowed, notified } = slow(() => {
    asked.resolve();
    return go.promise;
  });
  const visibilities = await openVisibilities(slowed);
  const early = visibilities.mayRead(null, id);
  await asked.promise;
  await unpublishAndSay(id);
  await notified;
  go.resolve();
  expect(await early).toBe(true);
  expect(await visibilities.mayRead(null, id)).toBe(false);
  await visibilities.close();
});

describe('without a notification of a change', () => {
  it('C04 a result is trusted for at most five seconds', async () => {
    const { id } = await someMedia();
    const visibilities = await openVisibilities(db);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await unpublish(id);
    expect(await visibilities.mayRead(null, id, now + VISIBILITY_CACHE_MS)).toBe(true);
    expect(await visibilities.mayRead(null, id, now + VISIBILITY_CACHE_MS + 1)).toBe(false);
    expect(VISIBILITY_CACHE_MS).toBeLessThanOrEqual(5000);
    await visibilities.close();
  });

  it('C06b no earlier result is trusted after the listening connection broke and was restored', async () => {
    const { id } = await someMedia();
    const proxy = await openDatabaseProxy(url);
    const cut = connect(proxy.url, { max: 2 });
    const visibilities = await openVisibilities(cut);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    proxy.cut();
    await unpublish(id);
    // At a constant time, so that no cached result expires.
    await expect.poll(() => visibilities.mayRead(null, id, now).catch(() => 'away')).toBe(false);
    await visibilities.close();
    await cut.end({ timeout: 1 });
    await proxy.close();
  });
});
