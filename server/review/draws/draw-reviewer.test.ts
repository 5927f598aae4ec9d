import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draw, TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { reassignReviews } from '../curation/reassign.ts';
import { seedsLoop } from './draws.loops.ts';
import { drawOrder } from './draw-order.ts';

describe('draws of reviewers', () => {
  let server: TestServer;
  let musician: Account;
  const start = async (settings: Record<string, string> = {}) => {
    server = await startTestServer({ REVIEW_LOAD_CAP: '2', ...settings });
    musician = await server.signUp();
  };
  beforeEach(() => start());
  afterEach(() => server.close());

  const certified = (more: Parameters<TestServer['signUp']>[0] = {}) => server.signUp({ isCurator: true, ...more });
  const submit = async (by = musician, change: object = {}) => {
    const id = await insertMedia(server.app.db, { musicianId: by.me.id, published: false });
    expect((await by.client.put(`/api/media/${id}`, { allowCuration: true, ...change })).status).toBe(200);
    return id;
  };
  const reviewerOf = async (id: string) =>
    (await server.app.db`select reviewer_id as id from reviews where media_id = ${id} and decided_at is null`)[0]?.[
      'id'
    ] as string | null;
  const trail = async (id: string, by = musician): Promise<TrailEntry[]> =>
    (await by.client.get(`/api/media/${id}/review-trail`)).body.entries;
  const drawsOf = async (id: string, by = musician): Promise<Draw[]> =>
    (await trail(id, by)).flatMap(({ fact }) => (fact.kind === 'drawn' ? [fact.draw] : []));
  const nameOf = async ({ me: { id } }: Account) =>
    (await server.app.db`select name from desk_names where user_id = ${id}`)[0]?.['name'] as string;
  const pause = (who: Account) =>
    server.app.db`insert into reviewer_settings (user_id, paused) values (${who.me.id}, true)`;
  const declare = (who: Account) =>
    server.app.db`insert into reviewer_conflicts values (${who.me.id}, ${musician.me.id}, 'band')`;

  it('skip those who are not eligible, and can be repeated with the seed and the pool', async () => {
    const [friend, absent, other] = [await certified(), await certified(), await certified()];
    await declare(friend);
    await pause(absent);
    const id = await submit();
    expect(await reviewerOf(id)).toBe(other.me.id);
    const [draw, ...more] = await drawsOf(id);
    expect(more).toEqual([]);
    expect(draw).toMatchObject({ waived: [], reviewer: await nameOf(other), pool: { kind: 'reviewers', size: 3 } });
    const { kind, version, hash } = draw!.pool;
    const pool = (await musician.client.get(`/api/draws/pools/${kind}/${version}`)).body;
    expect(pool.hash).toBe(hash);
    expect(pool.names).toEqual((await Promise.all([friend, absent, other].map(nameOf))).toSorted());
    const [seed] = await server.app.db<{ seed: Buffer }[]>`select seed from draw_seeds where id = ${draw!.seed.id}`;
    const order = [...drawOrder(seed!.seed, draw!.name, 3)];
    expect(pool.names[order[draw!.skipped]!]).toBe(draw!.reviewer);
  });

  it('set rules aside in turn if nobody else is left: recent submissions, genres, then the same reviewer again', async () => {
    const only = await certified();
    await insertMedia(server.app.db, { musicianId: only.me.id });
    await server.app.db`insert into reviewer_settings (user_id, excluded) values (${only.me.id}, '{polka}')`;
    const first = await submit();
    await submit();
    expect((await drawsOf(first))[0]?.waived).toEqual([]);
    await only.client.put(`/api/media/${first}`, {
      curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 },
    });
    const third = await submit(musician, { genres: ['Polka'] });
    expect((await drawsOf(third))[0]?.waived).toEqual(['recent', 'excluded']);
    await server.app.db`update reviews set due_at = now() - interval '1 minute' where media_id = ${third}`;
    await reassignReviews(server.app);
    expect((await drawsOf(third))[1]).toMatchObject({
      waived: ['recent', 'excluded', 'before'],
      name: expect.stringMatching(/:2$/),
    });
  });

  it('go to an administrator if all reviewers have a conflict of interest', async () => {
    const [friend, admin] = [await certified(), await server.signUp({ role: 'admin' })];
    await declare(friend);
    const id = await submit();
    expect(await reviewerOf(id)).toBe(admin.me.id);
    expect((await drawsOf(id))[0]?.pool).toMatchObject({ kind: 'administrators', size: 1 });
  });

  it('wait while all reviewers have their limit of open reviews, and are made later, the oldest first', async () => {
    const [one, other] = [await certified(), await certified()];
    await server.signUp({ role: 'admin' });
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push(await submit());
    const drawn = async () => Promise.all(ids.map(reviewerOf));
    expect((await drawn()).map((id) => id !== null)).toEqual([true, true, true, true, false, false]);
    expect((await trail(ids[4]!)).map(({ fact }) => fact.kind)).toEqual(['submitted', 'unassigned']);
    await reassignReviews(server.app);
    expect((await drawn()).slice(4)).toEqual([null, null]);
    const freed = (await reviewerOf(ids[0]!)) === one.me.id ? one : other;
    await freed.client.put(`/api/media/${ids[0]}`, {
      curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 },
    });
    await reassignReviews(server.app);
    expect((await drawn()).slice(4)).toEqual([freed.me.id, null]);
    expect((await trail(ids[4]!)).map(({ fact }) => fact.kind)).toEqual(['submitted', 'unassigned', 'drawn']);
  });

  it('never exceed the limit of a reviewer, even at the same time', async () => {
    const { db } = server.app;
    const only = await certified();
    const [first, second] = [
      await submit(),
      await insertMedia(db, { musicianId: musician.me.id, allowCuration: true }),
    ];
    expect(await reviewerOf(first)).toBe(only.me.id);
    // Another draw has chosen the reviewer for a second review, and is not committed yet.
    const { third } = await db.begin(async (tx) => {
      await tx`select 1 from desk_names where user_id = ${only.me.id} for no key update`;
      await tx`
        insert into reviews (id, media_id, reviewer_id, submitted_at, opened_at, due_at)
        values (${newId()}, ${second}, ${only.me.id}, now(), now(), now() + interval '1 day')`;
      const call = submit();
      await untilWaiting(db, 1);
      return { third: call };
    });
    expect(await reviewerOf(await third)).toBeNull();
  });

  it('ignore conflicts where the rules are switched off', async () => {
    await server.close();
    await start({ REVIEW_DRAW_RULES: 'false', REVIEW_LOAD_CAP: '0' });
    const friend = await certified();
    await declare(friend);
    for (let count = 0; count < 3; count++) expect(await reviewerOf(await submit())).toBe(friend.me.id);
  });

  it('follow who is certified, suspended or deleted, with a list of their own for each change', async () => {
    const [leaving, staying] = [await certified(), await certified()];
    const admin = await server.signUp({ role: 'admin' });
    const poolOf = async (id: string) => (await drawsOf(id))[0]!.pool;
    const before = await poolOf(await submit());
    expect((await admin.client.put(`/api/users/${leaving.me.id}`, { isCurator: false })).status).toBe(200);
    const id = await submit();
    expect(await reviewerOf(id)).toBe(staying.me.id);
    const after = await poolOf(id);
    expect(after).toMatchObject({ size: before.size - 1 });
    expect(after.version).toBeGreaterThan(before.version);
    const names = async ({ version }: { version: number }) =>
      (await musician.client.get(`/api/draws/pools/reviewers/${version}`)).body.names;
    expect(await names(before)).toContain(await nameOf(leaving));
    expect(await names(after)).toEqual([await nameOf(staying)]);
    expect((await musician.client.get(`/api/draws/pools/reviewers/0`)).status).toBe(404);
    expect((await musician.client.get(`/api/draws/pools/reviewers/x`)).status).toBe(400);
    // Certified again: the same name, in a new list.
    await admin.client.put(`/api/users/${leaving.me.id}`, { isCurator: true });
    const other = await server.signUp();
    const [again] = await drawsOf(await submit(other), other);
    expect(again?.pool.version).toBeGreaterThan(after.version);
    expect(again?.pool.hash).toBe(before.hash);
  });

  it('use a seed whose hash is public before, and which is revealed only after the day', async () => {
    const { db } = server.app;
    const seeds = async () => (await musician.client.get('/api/draws/seeds')).body.seeds;
    await seedsLoop.run(server.app);
    const [tomorrow, today] = await seeds();
    expect([tomorrow.seed, today.seed]).toEqual([null, null]);
    expect(tomorrow.day > today.day).toBe(true);
    await certified();
    const [draw] = await drawsOf(await submit());
    expect(draw?.seed).toEqual({ id: today.id, commitment: today.commitment });
    await db`update draw_seeds set day = day - 1 where id = ${today.id}`;
    // Two processes may run the loop at once.
    await Promise.all([seedsLoop.run(server.app), seedsLoop.run(server.app)]);
    const [, next, revealed] = await seeds();
    expect(createHash('sha256').update(Buffer.from(revealed.seed, 'hex')).digest('hex')).toBe(today.commitment);
    expect(revealed).toMatchObject({ id: today.id, commitment: today.commitment, revealedOn: expect.any(String) });
    expect((await musician.client.get(`/api/draws/seeds/${today.id}`)).body).toEqual(revealed);
    expect(next).toMatchObject({ day: today.day, seed: null });
    expect((await drawsOf(await submit()))[0]?.seed.id).toBe(next.id);
  });

  it('never use a revealed seed again, even if the clock is set back', async () => {
    const { db } = server.app;
    await seedsLoop.run(server.app);
    await db`update draw_seeds set revealed_at = now() where day = current_date`;
    await certified();
    const [draw] = await drawsOf(await submit());
    const [seed] =
      await db`select revealed_at, day = current_date as "isToday" from draw_seeds where id = ${draw!.seed.id}`;
    expect(seed).toEqual({ revealed_at: null, isToday: true });
  });
});
