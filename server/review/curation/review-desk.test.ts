import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { insertCalibration } from '../../testkit/calibrations.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the figures of the review desk', () => {
  let server: TestServer;
  let admin: Account;
  let strict: Account;
  let kind: Account;
  let musician: Account;
  beforeAll(async () => {
    server = await startTestServer({ REVIEW_PROMISE_HOURS: '24' });
    admin = await server.signUp({ role: 'admin' });
    strict = await server.signUp({ isCurator: true, firstName: 'Strict' });
    kind = await server.signUp({ isCurator: true, firstName: 'Kind' });
    musician = await server.signUp();
  });
  afterAll(() => server.close());

  const look = async () => (await admin.client.get('/api/admin/review-desk')).body;
  /** Inserts a review that was opened so many hours ago, and decided after so many more; without `took` it is open. */
  const review = async (by: Account, openedHoursAgo: number, took?: number, scores?: [number, number, number]) => {
    const { db } = server.app;
    const mediaId = await insertMedia(db, { musicianId: musician.me.id });
    const opened = new Date(Date.now() - openedHoursAgo * 3_600_000);
    const decided = took === undefined ? null : new Date(opened.getTime() + took * 3_600_000);
    const [storytelling = null, execution = null, art = null] = scores ?? [];
    const outcome = decided === null ? null : (storytelling ?? 0) >= 60 ? 'curated' : 'rejected';
    await db`insert into reviews ${db({
      id: newId(),
      media_id: mediaId,
      reviewer_id: by.me.id,
      submitted_at: opened,
      opened_at: opened,
      // The review was reassigned, so it is due later, but the promise to the musician remains the same.
      due_at: new Date(opened.getTime() + 48 * 3_600_000),
      decided_at: decided,
      decided_by: decided && by.me.id,
      outcome,
      storytelling,
      execution,
      thumbnail_art: art,
    } as never)}`;
  };

  it('are for administrators only, and empty before the first review', async () => {
    expect((await server.visitor().get('/api/admin/review-desk')).status).toBe(401);
    expect((await strict.client.get('/api/admin/review-desk')).status).toBe(403);
    const desk = await look();
    expect(desk).toMatchObject({
      promiseHours: 24,
      waiting: 0,
      overdue: 0,
      oldestOn: null,
      verdicts: 0,
      inTime: null,
      rejected: null,
      score: null,
      hours: null,
    });
    // Certified reviewers are listed before their first verdict.
    expect(desk.reviewers.map(({ name }: { name: string }) => name)).toEqual(['Kind Tester', 'Strict Tester']);
  });

  it('include waiting reviews, kept promises, and each reviewer’s load and severity', async () => {
    await review(strict, 30);
    await review(strict, 2);
    await review(kind, 5);
    await review(strict, 100, 10, [20, 30, 40]);
    await review(strict, 100, 30);
    await review(kind, 100, 20, [90, 90, 60]);
    await review(kind, 100, 24, [60, 60, 60]);
    // Too long ago to count.
    await review(kind, 24 * 60, 500, [90, 90, 90]);
    const desk = await look();
    expect(desk).toMatchObject({ waiting: 3, overdue: 1, verdicts: 4, inTime: 0.75, rejected: 0.5, hours: 22 });
    expect(desk.score).toBeCloseTo((30 + 80 + 60) / 3);
    expect(Date.now() - Date.parse(desk.oldestOn)).toBeGreaterThan(29 * 3_600_000);
    const [first, second] = desk.reviewers;
    expect(first).toMatchObject({
      name: 'Strict Tester',
      isCertified: true,
      waiting: 2,
      overdue: 1,
      verdicts: 2,
      inTime: 0.5,
      rejected: 1,
      score: 30,
      hours: 20,
    });
    expect(second).toMatchObject({ name: 'Kind Tester', waiting: 1, overdue: 0, inTime: 1, rejected: 0, score: 70 });
    expect(desk.reviewers).toHaveLength(2);
  });

  it('include former reviewers with their verdicts, but no deleted accounts', async () => {
    await server.app.db`update users set is_curator = false where id = ${kind.me.id}`;
    expect((await look()).reviewers[1]).toMatchObject({ name: 'Kind Tester', isCertified: false });
    await server.app.db`update users set deleted_at = now() where id = ${kind.me.id}`;
    expect((await look()).reviewers).toHaveLength(1);
  });

  it('include how severe reviewers are, and whether that has changed', async () => {
    const { db } = server.app;
    expect((await look()).reviewers[0]).toMatchObject({ severity: null, spread: null, earlier: null });
    await insertCalibration(db, { userId: strict.me.id, severity: 5, severityVariance: 1, errorVariance: 16 });
    const found = async () => (await look()).reviewers.find(({ name }: { name: string }) => name === 'Strict Tester');
    expect(await found()).toMatchObject({ severity: { points: 5, low: 3.04, high: 6.96 }, spread: 4, earlier: null });
    const week = async (ago: number, severity: number) => db`
      insert into reviewer_calibration_weeks (user_id, week, severity, severity_se, readings)
      values (${strict.me.id}, now()::date - ${ago * 7}::int, ${severity}, 1, 20)`;
    await week(11, 0);
    expect((await found()).earlier).toBeNull();
    await week(13, 1);
    await week(20, 9);
    expect((await found()).earlier).toEqual({ points: 1, hasChanged: true });
    await db`update reviewer_calibration_weeks set severity = 3`;
    expect((await found()).earlier).toEqual({ points: 3, hasChanged: false });
  });
});
