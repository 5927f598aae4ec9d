import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the stored places in long media', () => {
  let server: TestServer;
  let musician: Account;
  let fan: Account;
  let long: string[];
  beforeAll(async () => {
    server = await startTestServer();
    [musician, fan] = [await server.signUp(), await server.signUp()];
    long = await Promise.all([1, 2, 3].map(() => insertLong()));
  });
  afterAll(() => server.close());
  beforeEach(() => server.app.db`delete from player_places`);

  const insertLong = (more: object = {}) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, scores: [90, 90, 90], length: 601, ...more });
  const keep = (account: Account, ...places: object[]) => account.client.put('/api/player/places', { places });
  const placeOf = async ({ client }: Pick<Account, 'client'>, id: string) =>
    (await client.get(`/api/player/places/${id}`)).body.place;

  it('are available on another device of the account, but not to other accounts', async () => {
    const [media = ''] = long;
    expect(await placeOf(fan, media)).toBeNull();
    expect((await keep(fan, { media, at: 345.5, age: 5000 })).body).toEqual({ kept: true });
    const other = server.visitor();
    await other.post('/auth', { email: fan.me.email, password: 'a long password' });
    const place = await placeOf({ client: other }, media);
    expect(place.at).toBe(345.5);
    expect(place.age).toBeGreaterThanOrEqual(5000);
    expect(place.age).toBeLessThan(HOUR);
    expect(await placeOf(musician, media)).toBeNull();
  });

  it('start over after an item was played to its end, and an older place cannot change that', async () => {
    const [media = ''] = long;
    await keep(fan, { media, at: 500, age: 2 * MINUTE });
    await keep(fan, { media, at: 0, age: MINUTE });
    // A device that was offline until now.
    await keep(fan, { media, at: 400, age: HOUR });
    expect(await placeOf(fan, media)).toMatchObject({ at: 0 });
    await keep(fan, { media, at: 30, age: 0 });
    expect(await placeOf(fan, media)).toMatchObject({ at: 30 });
  });

  it('skip short, hidden and deleted media, and store the others', async () => {
    const [media = ''] = long;
    const [short, hidden] = [await insertLong({ length: 600 }), await insertLong({ published: false })];
    const all = [short, hidden, newId(), media].map((id) => ({ media: id, at: 100, age: 0 }));
    expect((await keep(fan, ...all)).status).toBe(200);
    expect(await Promise.all(all.map((place) => placeOf(fan, place.media)))).toEqual([
      null,
      null,
      null,
      expect.objectContaining({ at: 100 }),
    ]);
    // The owner may listen to a hidden item.
    await keep(musician, { media: hidden, at: 100, age: 0 });
    expect(await placeOf(musician, hidden)).toMatchObject({ at: 100 });
  });

  it('are limited to the latest two hundred', async () => {
    const { db } = server.app;
    const many: string[] = [];
    for (let n = 0; n < 201; n += 1) many.push(await insertLong());
    const places = many.map((media, n) => ({ media, at: 100 + n, age: (n + 1) * MINUTE }));
    await keep(fan, ...places.slice(101));
    await keep(fan, ...places.slice(1, 101));
    // Older than the two hundred others.
    await keep(fan, { media: long[0], at: 50, age: 300 * MINUTE });
    expect(await placeOf(fan, long[0]!)).toBeNull();
    expect(await placeOf(fan, many[200]!)).toMatchObject({ at: 300 });
    await keep(fan, places[0]!);
    expect(await placeOf(fan, many[200]!)).toBeNull();
    const [row] = await db<{ n: number }[]>`
      select count(*)::int as n from player_places where user_id = ${fan.me.id}`;
    expect(row?.n).toBe(200);
  });

  it('have the latest position of each item, regardless of the order in which positions arrive', async () => {
    const place = fc.record({
      media: fc.nat(2),
      at: fc.integer({ min: 0, max: 600 }),
      age: fc.integer({ min: 1, max: 100 }),
    });
    const arrivals = fc
      .uniqueArray(place, { selector: ({ age }) => age, maxLength: 8 })
      .chain((places) => fc.tuple(fc.shuffledSubarray(places, { minLength: places.length }), fc.nat(7)));
    await fc.assert(
      fc
        .asyncProperty(arrivals, async ([places, cut]) => {
          const sent = places.map((one) => ({ ...one, media: long[one.media]!, age: one.age * HOUR }));
          await keep(fan, ...sent.slice(0, cut));
          for (const one of sent.slice(cut)) await keep(fan, one);
          for (const media of long) {
            const [latest] = sent.filter((one) => one.media === media).toSorted((one, other) => one.age - other.age);
            expect((await placeOf(fan, media))?.at).toBe(latest?.at);
          }
        })
        .beforeEach(() => server.app.db`delete from player_places`.then(() => {})),
      { numRuns: 30 },
    );
  });

  it('are neither lost nor deadlocked when devices write concurrently', async () => {
    const shuffles = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? long : long.toReversed()));
    const answers = await Promise.all(
      shuffles.map((ids, n) => keep(fan, ...ids.map((media) => ({ media, at: 100 + n, age: n * MINUTE })))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const media of long) expect(await placeOf(fan, media)).toMatchObject({ at: 100 });
  });

  it('are rejected with the wrong field’s name', async () => {
    const [media = ''] = long;
    const good = { media, at: 100, age: 0 };
    for (const [places, field] of [
      [[{ ...good, at: -1 }], 'places.0.at'],
      [[good, { ...good, at: 8 * 24 * 3600 }], 'places.1.at'],
      [[{ ...good, age: -1 }], 'places.0.age'],
      [[{ ...good, age: 400 * 24 * HOUR }], 'places.0.age'],
      [[{ ...good, media: 'x' }], 'places.0.media'],
      [Array.from({ length: 101 }, () => good), 'places'],
    ] as const) {
      const answer = await keep(fan, ...places);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    }
    expect(await placeOf(fan, media)).toBeNull();
  });

  it('are deleted with the account', async () => {
    const guest = await server.signUp();
    await keep(guest, { media: long[0], at: 100, age: 0 });
    const count = () =>
      server.app.db`select 1 from player_places where user_id = ${guest.me.id}`.then((all) => all.length);
    expect(await count()).toBe(1);
    await server.app.db`delete from users where id = ${guest.me.id}`;
    expect(await count()).toBe(0);
  });
});
