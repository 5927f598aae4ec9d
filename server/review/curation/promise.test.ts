import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { verifyTrails } from '../trail/verify-trails.ts';
import { refreshReviewFiguresLoop } from './curation.loops.ts';
import { keepPromises } from './keep-promises.ts';
import { reassignReviews } from './reassign.ts';

const scores = { storytelling: 80, execution: 80, thumbnailArt: 80 };

describe('the promise of a verdict', () => {
  let server: TestServer;
  let musician: Account;
  const start = async (settings: Record<string, string> = {}) => {
    server = await startTestServer({ REVIEW_PROMISE_HOURS: '24', REVIEW_BUSY_HOURS: '48', ...settings });
    musician = await server.signUp();
  };
  beforeEach(() => start());
  afterEach(() => server.close());

  const restart = async (settings: Record<string, string>) => {
    await server.close();
    await start(settings);
  };
  const certified = () => server.signUp({ isCurator: true });
  const submit = async () => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    expect((await musician.client.put(`/api/media/${id}`, { allowCuration: true })).status).toBe(200);
    return id;
  };
  /** Lets so many hours pass for all open reviews. */
  const pass = (hours: number) => server.app.db`
    update reviews set opened_at = opened_at - make_interval(secs => ${hours * 3600}),
      promised_by = promised_by - make_interval(secs => ${hours * 3600}),
      due_at = due_at - make_interval(secs => ${hours * 3600}),
      next_step_at = next_step_at - make_interval(secs => ${hours * 3600})
    where decided_at is null`;
  const facts = async (id: string) =>
    ((await musician.client.get(`/api/media/${id}/review-trail`)).body.entries as TrailEntry[]).map(({ fact }) => fact);
  const kinds = async (id: string) => (await facts(id)).map(({ kind }) => kind);
  const reviewerOf = async (id: string) =>
    (await server.app.db`select reviewer_id as id from reviews where media_id = ${id} and decided_at is null`)[0]?.[
      'id'
    ] as string | null;
  const told = (kind: string) => server.app.db<{ user: string }[]>`
    select user_id as "user" from notifications where kind = ${kind} order by id`;
  const judge = async (id: string, by: Account) =>
    expect((await by.client.put(`/api/media/${id}`, { curationStats: scores })).status).toBe(200);
  const extraUploads = async () => (await musician.client.get('/api/users/me')).body.extraUploads;
  const hoursUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / 360_000) / 10;
  const dueIn = async (id: string) => hoursUntil((await musician.client.get(`/api/media/${id}`)).body.reviewDueOn);
  const plan = (name: string) => server.app.db`update users set plan = ${name} where id = ${musician.me.id}`;
  const compensations = () => server.app.db`select user_id, kind, used_for_review from compensations`;

  it('first asks a second reviewer, who has the time that is left', async () => {
    await certified();
    await certified();
    const id = await submit();
    const first = await reviewerOf(id);
    await pass(17.9);
    await keepPromises(server.app);
    expect(await reviewerOf(id)).toBe(first);
    await pass(0.2);
    await keepPromises(server.app);
    expect(await kinds(id)).toEqual(['submitted', 'drawn', 'escalated', 'drawn']);
    expect(await reviewerOf(id)).not.toBe(first);
    expect(await dueIn(id)).toBe(5.9);
    expect(await told('review-request')).toHaveLength(2);
  });

  it('counts against a reviewer who did not come, until the next visit at the desk', async () => {
    const [one, other] = [await certified(), await certified()];
    const id = await submit();
    const absent = (await reviewerOf(id)) === one.me.id ? one : other;
    const lapsed = () => server.app.db`select user_id from reviewer_settings where lapsed_at is not null`;
    await pass(18.1);
    await keepPromises(server.app);
    expect(await lapsed()).toEqual([{ user_id: absent.me.id }]);
    await absent.client.get('/api/review');
    expect(await lapsed()).toEqual([]);
  });

  it('stays with its reviewer if there is no second one', async () => {
    const only = await certified();
    const id = await submit();
    await pass(18.1);
    await keepPromises(server.app);
    expect(await reviewerOf(id)).toBe(only.me.id);
    expect(await kinds(id)).toEqual(['submitted', 'drawn', 'escalated']);
  });

  it('stays the same when the reviewer loses the certificate', async () => {
    await certified();
    await certified();
    const id = await submit();
    await pass(10);
    await server.app.db`update users set is_curator = false where id = ${await reviewerOf(id)}`;
    await reassignReviews(server.app);
    expect(await kinds(id)).toEqual(['submitted', 'drawn', 'drawn']);
    expect(await dueIn(id)).toBe(14);
  });

  it('then asks all who may review it, and then the administrators', async () => {
    const [friend, one, other] = [await certified(), await certified(), await certified()];
    await server.app.db`insert into reviewer_conflicts values (${friend.me.id}, ${musician.me.id}, 'other')`;
    const admin = await server.signUp({ role: 'admin' });
    const id = await submit();
    await pass(18.1);
    await keepPromises(server.app);
    const [before] = [(await told('review-request')).length];
    expect(before).toBe(2);
    await pass(3);
    await keepPromises(server.app);
    const asked = (await told('review-request')).slice(before).map(({ user }) => user);
    // The first reviewer had their chance, and is not asked again.
    expect(asked).toEqual([await reviewerOf(id)]);
    expect([one.me.id, other.me.id]).toContain(asked[0]);
    await pass(1.5);
    await keepPromises(server.app);
    expect((await told('review-request')).at(-1)?.user).toBe(admin.me.id);
    expect((await facts(id)).filter(({ kind }) => kind === 'escalated')).toEqual([
      { kind: 'escalated', to: 'second-reviewer' },
      { kind: 'escalated', to: 'all-reviewers' },
      { kind: 'escalated', to: 'administrators' },
    ]);
  });

  it('is compensated once when it is broken, by an upload on top of the plan, however many processes notice', async () => {
    await plan('spicy');
    await certified();
    const id = await submit();
    await pass(24.1);
    await Promise.all(Array.from({ length: 4 }, () => keepPromises(server.app)));
    await keepPromises(server.app);
    expect((await facts(id)).filter(({ kind }) => kind === 'late')).toEqual([{ kind: 'late', compensation: 'upload' }]);
    expect(await compensations()).toEqual([{ user_id: musician.me.id, kind: 'upload', used_for_review: null }]);
    expect(await extraUploads()).toBe(1);
    expect(await told('late-review')).toEqual([{ user: musician.me.id }]);
    const mails = await server.app.db`select subject, text from outbox where kind = 'late-review'`;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.['text']).toContain('You have one upload on top of your plan.');
    expect(await verifyTrails(server.app.db)).toMatchObject({ broken: null });
  });

  it('is compensated by an early second reviewer for the next submission if uploads are unlimited', async () => {
    await plan('ghost-pepper');
    const reviewer = await certified();
    const late = await submit();
    await pass(24.1);
    await keepPromises(server.app);
    expect(await extraUploads()).toBe(0);
    await judge(late, reviewer);
    const next = await submit();
    expect(await dueIn(next)).toBe(24);
    expect((await facts(next))[0]).toMatchObject({ kind: 'submitted', priority: true });
    expect((await facts(await submit()))[0]).not.toHaveProperty('priority');
    await certified();
    await pass(6.1);
    await keepPromises(server.app);
    expect((await kinds(next)).slice(2)).toEqual(['escalated', 'drawn']);
    // Without a verdict, the musician keeps it for the next time.
    await musician.client.put(`/api/media/${next}`, { published: false });
    expect((await facts(await submit()))[0]).toMatchObject({ priority: true });
  });

  it('is noticed by a late verdict, and by a late withdrawal, before any loop runs', async () => {
    const reviewer = await certified();
    const [judged, withdrawn, inTime] = [await submit(), await submit(), await submit()];
    await judge(inTime, reviewer);
    await pass(24.1);
    await judge(judged, reviewer);
    await musician.client.put(`/api/media/${withdrawn}`, { published: false });
    expect(await kinds(judged)).toEqual(['submitted', 'drawn', 'late', 'judged']);
    expect(await kinds(withdrawn)).toEqual(['submitted', 'drawn', 'late', 'withdrawn']);
    expect(await kinds(inTime)).toEqual(['submitted', 'drawn', 'judged']);
    await keepPromises(server.app);
    expect(await compensations()).toHaveLength(2);
  });

  it('is compensated after a crash between noticing and compensating, once', async () => {
    const { db } = server.app;
    await certified();
    const id = await submit();
    await pass(24.1);
    await db`create function fail_once() returns trigger language plpgsql as $$ begin raise 'The disk is full'; end $$`;
    await db`create trigger fails before insert on compensations for each row execute function fail_once()`;
    await expect(keepPromises(server.app)).rejects.toThrow('The disk is full');
    expect(await kinds(id)).not.toContain('late');
    await db`drop trigger fails on compensations`;
    await keepPromises(server.app);
    expect((await kinds(id)).filter((kind) => kind === 'late')).toHaveLength(1);
    expect(await compensations()).toHaveLength(1);
  });

  it('only says so where compensations are switched off', async () => {
    await restart({ REVIEW_COMPENSATION: 'false' });
    await certified();
    const id = await submit();
    await pass(24.1);
    await keepPromises(server.app);
    expect((await facts(id)).at(-1)).toEqual({ kind: 'late', compensation: 'none' });
    expect(await compensations()).toEqual([]);
    const [mail] = await server.app.db`select text from outbox where kind = 'late-review'`;
    expect(mail?.['text']).not.toContain('upload');
  });

  it('asks nobody else before it is broken where that is switched off', async () => {
    await restart({ REVIEW_ESCALATION_SHARE: '0' });
    await certified();
    await certified();
    const id = await submit();
    await pass(23.9);
    await keepPromises(server.app);
    expect(await kinds(id)).toEqual(['submitted', 'drawn']);
    await pass(0.2);
    await keepPromises(server.app);
    expect(await kinds(id)).toEqual(['submitted', 'drawn', 'late']);
  });

  it('takes only the last step that is due after a time without workers', async () => {
    await certified();
    await certified();
    const id = await submit();
    await pass(23);
    await keepPromises(server.app);
    expect(await facts(id)).toMatchObject([{}, {}, { kind: 'escalated', to: 'administrators' }]);
  });

  it('is counted for everybody to see, from the reviews themselves', async () => {
    const reviewer = await certified();
    const figures = async () => {
      await refreshReviewFiguresLoop.run(server.app);
      const { statistics } = (await server.visitor().get('/api/home')).body;
      const [row] = await server.app.db`select approved_365 from kept_figures`;
      return { ...statistics.curation, approved: row?.['approved_365'] };
    };
    expect(await figures()).toMatchObject({ medianWaitTime: null, inTime30: null, inTime365: null, approved: null });
    for (const [hours, daysAgo] of [
      [1, 0],
      [3, 0],
      [30, 0],
      [30, 100],
      [1, 400],
    ] as const) {
      const id = await submit();
      await pass(hours);
      await judge(id, reviewer);
      await server.app.db`
        update reviews set opened_at = opened_at - make_interval(days => ${daysAgo}),
          promised_by = promised_by - make_interval(days => ${daysAgo}),
          decided_at = decided_at - make_interval(days => ${daysAgo}) where media_id = ${id}`;
    }
    await server.app.db`update reviews set outcome = 'rejected' where opened_at > now() - interval '2 hours'`;
    expect(await figures()).toEqual({
      avgWaitTime: expect.any(Number),
      medianWaitTime: 3 * 3600,
      inTime30: expect.closeTo(0.667),
      inTime365: 0.5,
      approved: 0.75,
    });
    // A review from before promises were stored counts by the present promise.
    await server.app.db`update reviews set promised_by = null`;
    expect((await figures()).inTime365).toBe(0.5);
  });

  it('is longer while all reviewers have their limit of open reviews, and the musician sees that', async () => {
    await restart({ REVIEW_LOAD_CAP: '1' });
    await certified();
    expect(await dueIn(await submit())).toBe(24);
    const waiting = await submit();
    expect(await dueIn(waiting)).toBe(48);
    const [, unassigned] = await facts(waiting);
    expect(unassigned).toMatchObject({ kind: 'unassigned', promisedBy: expect.any(String) });
  });

  it('is longer if what waits takes longer at the pace of the last days, as the musician sees at once', async () => {
    const reviewer = await certified();
    for (let n = 0; n < 4; n++) await judge(await submit(), reviewer);
    for (let n = 0; n < 5; n++) await submit();
    await refreshReviewFiguresLoop.run(server.app);
    const id = await submit();
    expect(await dueIn(id)).toBe(48);
    expect((await facts(id))[0]).toMatchObject({ kind: 'submitted' });
    await server.app.db`delete from media where id in (select media_id from reviews where decided_at is null)`;
    await refreshReviewFiguresLoop.run(server.app);
    expect(await dueIn(await submit())).toBe(24);
  });
});
