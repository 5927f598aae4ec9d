import type { TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { verifyTrails } from '../trail/verify-trails.ts';

const scores = { storytelling: 80, execution: 80, thumbnailArt: 80 };

describe('a review that is handed over', () => {
  let server: TestServer;
  let musician: Account;
  let admin: Account;
  let reviewers: Account[];
  let id: string;
  beforeEach(async () => {
    server = await startTestServer({ REVIEW_PROMISE_HOURS: '24' });
    musician = await server.signUp();
    reviewers = [await server.signUp({ isCurator: true }), await server.signUp({ isCurator: true })];
    id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    await musician.client.put(`/api/media/${id}`, { allowCuration: true });
    admin = await server.signUp({ role: 'admin' });
  });
  afterEach(async () => {
    expect((await verifyTrails(server.app.db)).broken).toBeNull();
    await server.close();
  });

  const holder = async (): Promise<Account> => {
    const [row] = await server.app
      .db`select reviewer_id as id from reviews where media_id = ${id} and decided_at is null`;
    return reviewers.find(({ me }) => me.id === row?.['id'])!;
  };
  const other = async () => reviewers[1 - reviewers.indexOf(await holder())]!;
  const handOver = (by: Account, reason = 'I know the drummer.') =>
    by.client.post(`/api/media/hand-over/${id}`, { reason });
  const trail = async (account: Account) =>
    (await account.client.get(`/api/media/${id}/review-trail`)).body.entries as TrailEntry[];

  it('goes to another reviewer, who is drawn and asked, within the same promise', async () => {
    const [before, next] = [await holder(), await other()];
    const { reviewDueOn } = (await musician.client.get(`/api/media/${id}`)).body;
    expect(await handOver(before)).toMatchObject({ status: 200, body: { id } });
    expect(await holder()).toBe(next);
    const entries = await trail(musician);
    expect(entries.map(({ fact }) => fact.kind)).toEqual(['submitted', 'drawn', 'handed-over', 'drawn']);
    expect((await musician.client.get(`/api/media/${id}`)).body.reviewDueOn).toBe(reviewDueOn);
    expect(
      (await server.app.db`select 1 from outbox where "to" = ${next.me.email} and kind = 'review-request'`).length,
    ).toBe(1);
    // The musician sees that it was handed over, and only administrators see why.
    expect(entries[2]!.secret).toBeNull();
    expect(JSON.parse((await trail(admin))[2]!.secret!)).toMatchObject({ reason: 'I know the drummer.' });
    expect((await before.client.put(`/api/media/${id}`, { curationStats: scores })).status).toBe(200);
  });

  it('that is overdue leaves the new reviewer the full time', async () => {
    const before = await holder();
    await server.app.db`update reviews set due_at = now() - interval '1 hour', promised_by = now() - interval '1 hour'`;
    expect((await handOver(before)).status).toBe(200);
    const { reviewDueOn } = (await musician.client.get(`/api/media/${id}`)).body;
    expect(Math.round((Date.parse(reviewDueOn) - Date.now()) / 3_600_000)).toBe(24);
  });

  it('stays with its reviewer, with nothing recorded, if there is nobody else', async () => {
    const [before, next] = [await holder(), await other()];
    await server.app.db`update users set is_curator = false where id = ${next.me.id}`;
    await server.app.db`update users set role = 'user' where id = ${admin.me.id}`;
    const answer = await handOver(before);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'There is nobody else who could review this now. Reject it with a reason, or leave it; others are asked before it is late.',
    ]);
    expect(await holder()).toBe(before);
    expect((await trail(musician)).map(({ fact }) => fact.kind)).toEqual(['submitted', 'drawn']);
  });

  it('can’t be handed over by anybody else, without a reason, or after its verdict', async () => {
    const [before, next] = [await holder(), await other()];
    expect((await handOver(next)).body.message).toBe(
      'This review is not assigned to you, so you can leave it to its reviewer.',
    );
    expect((await handOver(musician)).status).toBe(403);
    expect(await handOver(before, '  ')).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });
    await server.app.db`update users set is_curator = false where id = ${before.me.id}`;
    expect((await handOver(before)).status).toBe(403);
    await server.app.db`update users set is_curator = true where id = ${before.me.id}`;
    await before.client.put(`/api/media/${id}`, { curationStats: scores });
    expect((await handOver(before)).body.message).toBe('This media is no longer under review.');
  });

  it('has one new reviewer, or a verdict, if both happen at once', async () => {
    const before = await holder();
    const [handed, judged] = await Promise.all([
      handOver(before),
      before.client.put(`/api/media/${id}`, { curationStats: scores }),
    ]);
    expect(judged.status).toBe(200);
    expect([200, 409]).toContain(handed.status);
    const kinds = (await trail(musician)).map(({ fact }) => fact.kind);
    expect(kinds.at(-1)).toBe('judged');
    expect(kinds.includes('handed-over')).toBe(handed.status === 200);
  });
});
