import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, type Pool, connect, transaction } from '../db/connection.ts';
import { mediaChanged } from '../media/media.events.ts';
import type { Actor } from '../http/actor.ts';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../testkit/database.ts';
import { openDatabaseProxy } from '../testkit/database-proxy.ts';
import { insertMedia } from '../testkit/media.ts';
import { insertPerson } from '../testkit/people.ts';
import { VISIBILITY_CACHE_MS, openVisibilities } from './visibility.ts';

let url: string;
let db: Pool;
beforeAll(async () => {
  url = await createTestDatabase();
  db = connect(url);
});
afterAll(() => db.end());

const now = Date.now();
/** A media of somebody new. */
const someMedia = async (published = true): Promise<{ id: string; musicianId: string }> => {
  const musicianId = await insertPerson(db);
  return { id: await insertMedia(db, { musicianId, published }), musicianId };
};
/** Without a word of it. */
const unpublish = (id: string, of: Db = db) =>
  of`update media set published = false, published_at = null where id = ${id}`;
/** With the word that goes out with every change. */
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

/** The pool, with answers that arrive only after `held`, and a promise of the first word of a change. */
function slow(held: () => Promise<void>) {
  const notified = Promise.withResolvers<void>();
  const slowed = new Proxy(db, {
    apply: (target, self, args: [TemplateStringsArray]) => {
      const query: unknown = Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
      // A part of a statement is sent with its whole.
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

describe('the bytes of a media', () => {
  it('are everybody’s when it is published, else its owner’s and an administrator’s', async () => {
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

  it('are refused from the word of a change on, and those of another media are not asked for again', async () => {
    const visibilities = await openVisibilities(db);
    const [one, other] = [await someMedia(), await someMedia()];
    for (const { id } of [one, other]) expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await unpublish(other.id);
    await unpublishAndSay(one.id);
    await expect.poll(() => visibilities.mayRead(null, one.id, now)).toBe(false);
    expect(await visibilities.mayRead(null, other.id, now)).toBe(true);
    await visibilities.close();
  });

  it('are listened for until the end and no longer', async () => {
    const visibilities = await openVisibilities(db);
    const { id } = await someMedia();
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    // Comes after the word to those who listened before.
    const notified = Promise.withResolvers<string>();
    const other = await db.listen('media_changed', notified.resolve);
    await visibilities.close();
    await unpublishAndSay(id);
    expect(await notified.promise).toBe(id);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await other.unlisten();
  });
});

it('an answer that was read before a change is not kept when it arrives after it', async () => {
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

describe('while no word of a change comes', () => {
  it('C04 an answer is believed for five seconds and no longer', async () => {
    const { id } = await someMedia();
    const visibilities = await openVisibilities(db);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    await unpublish(id);
    expect(await visibilities.mayRead(null, id, now + VISIBILITY_CACHE_MS)).toBe(true);
    expect(await visibilities.mayRead(null, id, now + VISIBILITY_CACHE_MS + 1)).toBe(false);
    expect(VISIBILITY_CACHE_MS).toBeLessThanOrEqual(5000);
    await visibilities.close();
  });

  it('C06b because the connection for it broke, nothing is believed after it is back', async () => {
    const { id } = await someMedia();
    const proxy = await openDatabaseProxy(url);
    const cut = connect(proxy.url, { max: 2 });
    const visibilities = await openVisibilities(cut);
    expect(await visibilities.mayRead(null, id, now)).toBe(true);
    proxy.cut();
    await unpublish(id);
    // At one and the same moment, so that no answer grows old meanwhile.
    await expect.poll(() => visibilities.mayRead(null, id, now).catch(() => 'away')).toBe(false);
    await visibilities.close();
    await cut.end({ timeout: 1 });
    await proxy.close();
  });
});
