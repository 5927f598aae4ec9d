import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { calibrate } from './calibrate.ts';
import { readCalibrations } from './calibration.queries.ts';

describe('the calibration of reviewers', () => {
  let server: TestServer;
  let musician: Account;
  let reviewers: Account[];
  beforeEach(async () => {
    server = await startTestServer({ REVIEW_CALIBRATION_START: '30' });
    musician = await server.signUp();
    reviewers = [];
    for (let n = 0; n < 3; n++) reviewers.push(await server.signUp({ isCurator: true }));
  });
  afterEach(() => server.close());

  /** Readings of new songs in turn by the first reviewers. The first one gives ten points less than the others. */
  const read = async (count: number, { drawn = true, by = 3, daysAgo = 0 } = {}) => {
    const { db } = server.app;
    for (let n = 0; n < count; n++) {
      const id = await insertMedia(db, { musicianId: musician.me.id, scores: [70, 70, 70] });
      const review = newId();
      await db`
        insert into reviews (id, media_id, submitted_at, due_at, decided_at, outcome)
        values (${review}, ${id}, now(), now(), now(), 'curated')`;
      const score = 70 + ((n * 7) % 11) - (n % by === 0 ? 10 : 0);
      await db`
        insert into readings (id, media_id, review_id, source_id, reviewer_id, purpose, drawn, storytelling, execution,
          thumbnail_art, given_at)
        select ${newId()}, id, ${review}, source_id, ${reviewers[n % by]!.me.id}, 'first', ${drawn}, ${score}, ${score},
          ${score + 3}, now() - make_interval(days => ${daysAgo})
        from media where id = ${id}`;
    }
  };
  const severityOf = async (account: Account) =>
    (await readCalibrations(server.app.db, [account.me.id])).get(account.me.id);
  const fittedAt = async () => (await server.app.db`select max(fitted_at)::text as at from calibration`)[0]?.['at'];

  it('finds severe reviewers in each sub-score from readings by drawn reviewers', async () => {
    await read(90);
    await calibrate(server.app);
    const [severe, other] = [await severityOf(reviewers[0]!), await severityOf(reviewers[1]!)];
    for (const name of ['storytelling', 'execution', 'thumbnailArt'] as const)
      expect(severe!.severity[name] - other!.severity[name]).toBeGreaterThan(5);
    expect(severe!.severityVariance).toBeGreaterThan(0);
    expect(severe!.errorVariance).toBeGreaterThan(0);
    const [row] = await server.app.db`select readings, pairs from calibration where series = 'average'`;
    expect(row).toEqual({ readings: 90, pairs: 0 });
    expect(await server.app.db`select count(*)::int as n from reviewer_calibration_weeks`).toEqual([{ n: 3 }]);
  });

  it('is unknown before there are enough readings, and does not count those by reviewers who were not drawn', async () => {
    await read(29);
    await read(30, { drawn: false });
    await calibrate(server.app);
    expect(await severityOf(reviewers[0]!)).toBeUndefined();
    expect(await fittedAt()).toBeNull();
    await read(1);
    await calibrate(server.app);
    const [row] = await server.app.db`select readings from calibration where series = 'average'`;
    expect(row).toEqual({ readings: 30 });
  });

  it('takes a reviewer without readings for an average one of whom less is known', async () => {
    await read(60, { by: 2 });
    await calibrate(server.app);
    const [known, unknown] = [await severityOf(reviewers[1]!), await severityOf(reviewers[2]!)];
    expect(unknown!.severity).toEqual({ storytelling: 0, execution: 0, thumbnailArt: 0 });
    expect(unknown!.severityVariance).toBeGreaterThan(known!.severityVariance);
  });

  it('is made again only when there are new readings', async () => {
    await read(30);
    await calibrate(server.app);
    const first = await fittedAt();
    await calibrate(server.app);
    expect(await fittedAt()).toBe(first);
    await read(1);
    await calibrate(server.app);
    expect(await fittedAt()).not.toBe(first);
  });

  it('forgets what is long ago, by the half-life', async () => {
    await read(60, { daysAgo: 900 });
    await calibrate(server.app);
    const [old] = await server.app.db`
      select severity, severity_se from reviewer_calibration where user_id = ${reviewers[0]!.me.id} and series = 'average'`;
    expect(Math.abs(old!['severity'] as number)).toBeLessThan(1);
    await read(60);
    await calibrate(server.app);
    const [fresh] = await server.app.db`
      select severity, severity_se from reviewer_calibration where user_id = ${reviewers[0]!.me.id} and series = 'average'`;
    expect(fresh!['severity']).toBeGreaterThan(3);
    expect(fresh!['severity_se']).toBeLessThan(old!['severity_se'] as number);
  });

  it('is replaced as a whole by processes that run at once, and leaves out deleted accounts', async () => {
    await read(60);
    await Promise.all([calibrate(server.app), calibrate(server.app)]);
    expect(await server.app.db`select count(*)::int as n from reviewer_calibration`).toEqual([{ n: 12 }]);
    await server.app.db`delete from users where id = ${reviewers[2]!.me.id}`;
    expect(await server.app.db`select count(*)::int as n from reviewer_calibration`).toEqual([{ n: 8 }]);
    await read(1, { by: 1 });
    await calibrate(server.app);
    expect(await server.app.db`select count(*)::int as n from reviewer_calibration`).toEqual([{ n: 8 }]);
  });
});
