import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { reassignReviews } from '../curation/reassign.ts';
import { seedsLoop } from '../draws/draws.loops.ts';
import { type Break, verifyTrails } from './verify-trails.ts';

const scores = (all: number) => ({ storytelling: all, execution: all, thumbnailArt: all });

interface Ended {
  code: number;
  out: string;
}
const run = (script: string, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, ...env } }, (error, out, problems) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: out + problems });
    });
  });

describe('the trail of a submission', () => {
  let server: TestServer;
  let musician: Account;
  let reviewer: Account;
  let admin: Account;
  beforeEach(async () => {
    server = await startTestServer();
    musician = await server.signUp();
    reviewer = await server.signUp({ isCurator: true });
    admin = await server.signUp({ role: 'admin' });
  });
  afterEach(() => server.close());

  const submit = async (): Promise<string> => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    await change(id, { allowCuration: true });
    return id;
  };
  const change = async (id: string, body: object, by = musician) => {
    expect((await by.client.put(`/api/media/${id}`, body)).status).toBe(200);
  };
  const trail = async (id: string, by = musician): Promise<TrailEntry[]> =>
    (await by.client.get(`/api/media/${id}/review-trail`)).body.entries;
  const deskName = async ({ me: { id } }: Account) =>
    (await server.app.db`select name from desk_names where user_id = ${id}`)[0]?.['name'] as string;

  it('has every step with its actor, and the reviewers’ names of the desk', async () => {
    const id = await submit();
    await change(id, { published: false });
    await change(id, { allowCuration: true });
    await change(id, { curationStats: scores(80) }, reviewer);
    const { verdictOn } = (await admin.client.get(`/api/media/${id}`)).body;
    expect((await admin.client.post(`/api/media/reopen/${id}`, { verdictOn })).status).toBe(200);
    await change(id, { curationStats: scores(40) }, reviewer);
    await admin.client.put(`/api/media/${id}?dontNotify=true`, { curationStats: { thumbnailArt: 100 } });
    const entries = await trail(id);
    const drawn = { kind: 'drawn', draw: { reviewer: await deskName(reviewer) } };
    const desk = { desk: await deskName(reviewer) };
    const office = { desk: await deskName(admin) };
    expect(entries.map(({ by, fact }) => [by, fact])).toMatchObject([
      ['owner', { kind: 'submitted', promisedBy: expect.any(String) }],
      ['system', drawn],
      ['owner', { kind: 'withdrawn' }],
      ['owner', { kind: 'submitted' }],
      ['system', drawn],
      [desk, { kind: 'judged', outcome: 'curated' }],
      [office, { kind: 'reopened' }],
      [office, { kind: 'submitted' }],
      ['system', drawn],
      [desk, { kind: 'judged', outcome: 'rejected' }],
      [office, { kind: 'changed', outcome: 'curated' }],
    ]);
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index + 1));
    expect(JSON.stringify(entries)).not.toContain(reviewer.me.id);
    expect(await verifyTrails(server.app.db)).toEqual({ submissions: 1, entries: 11, draws: 3, broken: null });
  });

  it('shows the scores of an approval to its musician, and everything to administrators', async () => {
    const [good, bad] = [await submit(), await submit()];
    await change(good, { curationStats: scores(80) }, reviewer);
    await change(bad, { curationStats: scores(40) }, reviewer);
    const secrets = async (id: string, by = musician) => (await trail(id, by)).map(({ secret }) => secret);
    const judged = (all: number) =>
      expect.stringMatching(new RegExp(`"scores":{"storytelling":${all},.*"salt":"[0-9a-f]{32}"`));
    expect(await secrets(good)).toEqual([null, null, judged(80)]);
    expect(await secrets(bad)).toEqual([null, null, null]);
    expect(await secrets(bad, admin)).toEqual([null, expect.stringContaining('"skipped":{}'), judged(40)]);
  });

  it('is only for its musician and administrators', async () => {
    const id = await submit();
    const status = async (by: Account) => (await by.client.get(`/api/media/${id}/review-trail`)).status;
    expect(await Promise.all([status(musician), status(admin), status(reviewer)])).toEqual([200, 200, 403]);
    await change(id, { published: false });
    expect(await status(reviewer)).toBe(404);
  });

  it('can’t be changed or cut, and goes with its media', async () => {
    const { db } = server.app;
    const [id, other] = [await submit(), await submit()];
    await expect(db`update review_trail set entry = '{}' where media_id = ${id}`).rejects.toThrow('append-only');
    await expect(db`delete from review_trail where media_id = ${id}`).rejects.toThrow('append-only');
    expect((await musician.client.delete(`/api/media/${id}`)).status).toBe(200);
    expect(await db`select distinct media_id as id from review_trail`).toEqual([{ id: other }]);
  });

  it('stays in order when a verdict, a withdrawal and a new draw happen at the same time', async () => {
    await server.signUp({ isCurator: true });
    for (let round = 0; round < 5; round++) {
      const id = await submit();
      await server.app.db`update reviews set due_at = now() - interval '1 minute' where media_id = ${id}`;
      await Promise.all([
        reviewer.client.put(`/api/media/${id}`, { curationStats: scores(70) }),
        musician.client.put(`/api/media/${id}`, { published: false }),
        reassignReviews(server.app),
        reassignReviews(server.app),
      ]);
    }
    expect(await verifyTrails(server.app.db)).toMatchObject({ submissions: 5, broken: null });
  });

  it('shows the first break when somebody with access to the database changed it', async () => {
    const { db } = server.app;
    const id = await submit();
    await change(id, { curationStats: scores(40) }, reviewer);
    /** The first break after a statement, which is undone. */
    const tamper = async (statement: string) => {
      let broken: Break | null = null;
      const undone = new Error('Undo');
      const change = db.begin(async (tx) => {
        await tx`alter table review_trail disable trigger review_trail_is_append_only`;
        await tx.unsafe(statement);
        ({ broken } = await verifyTrails(tx));
        throw undone;
      });
      await expect(change).rejects.toBe(undone);
      return broken;
    };
    const broken = (position: number, problem: string) => ({ mediaId: id, position, problem });
    expect(await tamper(`update review_trail set entry = replace(entry, 'rejected', 'curated')`)).toEqual(
      broken(3, 'The hash does not match the entry and the one before it.'),
    );
    expect(await tamper(`update review_trail set sealed = replace(sealed, ':40', ':90')`)).toEqual(
      broken(3, 'The secret part does not match its hash.'),
    );
    expect(await tamper('delete from review_trail where position = 2')).toEqual(
      broken(3, 'The entry before this one is missing.'),
    );
    expect(await tamper('delete from review_trail where position = 1')).toEqual(
      broken(2, 'The entry before this one is missing.'),
    );
    expect(await tamper('update draw_seeds set seed = sha256(seed)')).toEqual(
      broken(2, 'The seed is not the one that the draw was made with.'),
    );
    expect(await tamper('delete from draw_seeds')).toEqual(broken(2, 'The seed of the draw is missing.'));
    expect(await tamper(`update review_pool_members set name = 'X' || name`)).toEqual(
      broken(2, 'The pool is not the one that was drawn from.'),
    );
  });

  it('shows a draw that was made and discarded', async () => {
    const { db } = server.app;
    await server.signUp({ isCurator: true });
    const id = await submit();
    const redraw = async (discarded: number) => {
      await db`
        update reviews set due_at = now() - interval '1 minute', draws = draws + ${discarded} where media_id = ${id}`;
      await reassignReviews(server.app);
    };
    await redraw(0);
    expect(await verifyTrails(db)).toMatchObject({ draws: 2, broken: null });
    await redraw(1);
    expect((await verifyTrails(db)).broken).toEqual({
      mediaId: id,
      position: 4,
      problem: 'The draw before this one is missing.',
    });
  });

  it('is verified by a command, and its draws by the documented script', async () => {
    for (let count = 0; count < 3; count++) await server.signUp({ isCurator: true });
    const id = await submit();
    const { DATABASE_URL } = server.app.env;
    expect(await run('scripts/verify-trail.ts', [], { DATABASE_URL })).toEqual({
      code: 0,
      out: '1 submissions, 2 entries, 1 draws\n',
    });
    const folder = await mkdtemp(join(tmpdir(), 'record-'));
    const file = join(folder, 'record.json');
    const get = async (path: string) => (await musician.client.get(path)).body;
    const repeat = async (change: (record: { entries: TrailEntry[] }) => void = () => {}) => {
      const entries = await trail(id);
      const { seeds } = await get('/api/draws/seeds');
      const pools = [];
      for (const { fact } of entries)
        if (fact.kind === 'drawn') {
          const { kind, version } = fact.draw.pool;
          pools.push({ kind, version, names: (await get(`/api/draws/pools/${kind}/${version}`)).names });
        }
      const record = { entries, seeds, pools };
      change(record);
      await writeFile(file, JSON.stringify(record));
      return run('docs/recompute-draw.mjs', [file]);
    };
    try {
      expect((await repeat()).out).toMatch(/^Entry 2: the seed is revealed after \d{4}-\d\d-\d\d \(UTC\)\.\n$/);
      await server.app.db`update draw_seeds set day = day - 1`;
      await seedsLoop.run(server.app);
      expect(await repeat()).toEqual({
        code: 0,
        out: expect.stringMatching(/^Entry 2: [0-9A-F]{10} is right, drawn of 4 as number [1-4]\.\n$/),
      });
      const changed = await repeat(({ entries }) => {
        entries[0]!.text = entries[0]!.text.replace('owner', 'system');
      });
      expect(changed).toEqual({ code: 1, out: expect.stringContaining('Entry 1 or the one before it was changed.') });
      await server.app.db`alter table review_trail disable trigger review_trail_is_append_only`;
      await server.app.db`update review_trail set hash = sha256(hash) where position = 2`;
      expect(await run('scripts/verify-trail.ts', [], { DATABASE_URL })).toEqual({
        code: 1,
        out: `1 submissions, 1 entries, 0 draws\nBroken: media ${id}, entry 2: The hash does not match the entry and the one before it.\n`,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
