import type { TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertCalibration } from '../../testkit/calibrations.ts';
import { readStream } from '../../testkit/event-stream.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { verifyTrails } from '../trail/verify-trails.ts';
import { keepPromises } from './keep-promises.ts';
import { reassignReviews } from './reassign.ts';

const all = (score: number) => ({ storytelling: score, execution: score, thumbnailArt: score });

describe('a second reading', () => {
  let server: TestServer;
  let musician: Account;
  let reviewers: Account[];
  /** Margins of two points around 60, 70, 85 and 90, and none by lot. */
  const start = async (settings: Record<string, string> = {}, certified = 2) => {
    const margin = { REVIEW_SECOND_MARGIN: '0.4', REVIEW_SECOND_SHARE: '0' };
    server = await startTestServer({ REVIEW_PROMISE_HOURS: '24', ...margin, ...settings });
    musician = await server.signUp();
    reviewers = [];
    for (let n = 0; n < certified; n++) reviewers.push(await server.signUp({ isCurator: true }));
    await insertCalibration(server.app.db, { severityVariance: 9, errorVariance: 16 });
  };
  beforeEach(() => start());
  afterEach(async () => {
    expect((await verifyTrails(server.app.db)).broken).toBeNull();
    await server.close();
  });
  const restart = async (settings: Record<string, string>, certified = 2) => {
    await server.close();
    await start(settings, certified);
  };

  const submit = async () => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    expect((await musician.client.put(`/api/media/${id}`, { allowCuration: true })).status).toBe(200);
    return id;
  };
  /** The drawn reviewer, and another one. */
  const pairFor = async (id: string): Promise<[Account, Account]> => {
    const [row] = await server.app.db<{ id: string }[]>`
      select reviewer_id as id from reviews where media_id = ${id} and decided_at is null`;
    const drawn = reviewers.find(({ me }) => me.id === row?.id)!;
    return [drawn, reviewers.find((one) => one !== drawn)!];
  };
  const score = (by: Account, id: string, score_: number, fields: object = {}) =>
    by.client.put(`/api/media/${id}`, { curationStats: all(score_), ...fields });
  const seenBy = async (account: Account, id: string) => (await account.client.get(`/api/media/${id}`)).body;
  const entries = async (id: string) =>
    (await musician.client.get(`/api/media/${id}/review-trail`)).body.entries as TrailEntry[];
  const facts = async (id: string) => (await entries(id)).map(({ fact }) => fact);
  const kinds = async (id: string) => (await facts(id)).map(({ kind }) => kind);
  const pass = (hours: number) => server.app.db`
    update reviews set opened_at = opened_at - make_interval(secs => ${hours * 3600}),
      promised_by = promised_by - make_interval(secs => ${hours * 3600}),
      due_at = due_at - make_interval(secs => ${hours * 3600}),
      next_step_at = next_step_at - make_interval(secs => ${hours * 3600})
    where decided_at is null`;
  const verdictOf = async (id: string) => {
    const { underReview, score: shown, rejectedOn, curationStats } = await seenBy(musician, id);
    return { underReview, score: shown, rejected: rejectedOn !== null, curationStats };
  };
  const OPEN = { underReview: true, score: null, rejected: false, curationStats: null };
  const mails = async () =>
    (await server.app.db<{ subject: string }[]>`select subject from outbox where kind = 'verdict' order by id`).map(
      ({ subject }) => subject,
    );

  it('is drawn near a border; the verdict waits for it and follows from both', async () => {
    const id = await submit();
    const [first, second] = await pairFor(id);
    const held = await score(first, id, 59, { curationMessage: 'The chorus is thin.' });
    expect(held.status).toBe(200);
    expect(held.body).toMatchObject({ underReview: true, verdictOn: null, curationStats: null, curationMessage: null });
    expect(await verdictOf(id)).toEqual(OPEN);
    expect(await kinds(id)).toEqual(['submitted', 'drawn', 'read', 'drawn']);
    expect((await facts(id))[2]).toEqual({ kind: 'read', second: 'border' });
    expect(await mails()).toEqual([]);
    expect((await pairFor(id))[0]).toBe(second);
    // The second reviewer sees what a first one would see.
    const { updatedOn, ...seen } = await seenBy(second, id);
    expect(updatedOn).toBe(held.body.updatedOn);
    expect(seen).toMatchObject({ underReview: true, curationStats: null, curationMessage: null, score: null });
    expect(JSON.stringify(seen)).not.toContain('chorus');
    expect((await second.client.get(`/api/media/${id}/review-trail`)).status).toBe(403);
    const queue = (await second.client.get('/api/review')).body.reviews;
    expect(queue).toMatchObject([{ media: { id, curationStats: null }, mine: true }]);
    expect((await first.client.get('/api/review')).body).toMatchObject({ reviews: [], total: 0 });

    const done = await score(second, id, 66, { curationMessage: 'A lovely voice.' });
    expect(done.body).toMatchObject({
      underReview: false,
      score: 62,
      curationMessage: 'The chorus is thin.\n\nA lovely voice.',
    });
    expect(await verdictOf(id)).toMatchObject({ underReview: false, score: 62, rejected: false });
    // 59 and 66 are 62.5 on average, three times: 187.5, rounded once.
    expect(done.body.curationStats).toMatchObject({ storytelling: 63, execution: 63, thumbnailArt: 62 });
    expect((await facts(id)).slice(4)).toEqual([{ kind: 'read' }, { kind: 'judged', outcome: 'curated', readings: 2 }]);
    expect(await mails()).toHaveLength(1);
    expect(
      await server.app.db`
      select reviewer_id, purpose, drawn, storytelling from readings where media_id = ${id} order by given_at, id`,
    ).toEqual([
      { reviewer_id: first.me.id, purpose: 'first', drawn: true, storytelling: 59 },
      { reviewer_id: second.me.id, purpose: 'border', drawn: true, storytelling: 66 },
    ]);
  });

  it('keeps the place that only the first reviewer chose, and prefers that of the second', async () => {
    const [dub, ska] = [newId(), newId()];
    for (const [id, name] of [
      [dub, 'dub'],
      [ska, 'ska'],
    ] as const)
      await server.app
        .db`insert into categories (id, kind, name, slug, position) values (${id}, 'genre', ${name}, ${name}, 99)`;
    for (const [fields, genre] of [
      [{}, dub],
      [{ curatedGenre: ska }, ska],
    ] as const) {
      const id = await submit();
      const [first, second] = await pairFor(id);
      await score(first, id, 61, { curatedGenre: dub, allowPerfectlySeasoned: false });
      const { body } = await score(second, id, 62, fields);
      expect([body.curatedGenre?.id, body.allowPerfectlySeasoned]).toEqual([genre, false]);
    }
  });

  it('shows the musician the scores of the readings of an approval, and not before there is a verdict', async () => {
    const id = await submit();
    const [first, second] = await pairFor(id);
    await score(first, id, 61);
    expect((await entries(id)).map(({ secret }) => secret)).toEqual([null, null, null, null]);
    await score(second, id, 80);
    const [one, , other, verdict] = (await entries(id)).slice(2);
    expect([one, other].map((entry) => JSON.parse(entry!.secret!).scores)).toEqual([all(61), all(80)]);
    expect(JSON.parse(verdict!.secret!).given).toEqual([all(61), all(80)]);
  });

  it('hides the scores of a rejection, which only administrators see', async () => {
    const id = await submit();
    const [first, second] = await pairFor(id);
    await score(first, id, 61);
    await score(second, id, 40);
    expect(await verdictOf(id)).toMatchObject({ rejected: true });
    expect((await entries(id)).filter(({ secret }) => secret !== null)).toEqual([]);
  });

  it('is not drawn far from all borders, by default for reviewers of whom nothing is known, or with both settings at 0', async () => {
    for (const given of [40, 65, 78, 95]) {
      const id = await submit();
      expect((await score((await pairFor(id))[0], id, given)).body.underReview, `${given}`).toBe(false);
      expect(await kinds(id)).toEqual(['submitted', 'drawn', 'judged']);
    }
    await server.app.db`delete from reviewer_calibration`;
    await server.app.db`delete from calibration`;
    const id = await submit();
    expect((await score((await pairFor(id))[0], id, 60)).body.underReview).toBe(false);
    await restart({ REVIEW_SECOND_MARGIN: '0' });
    const other = await submit();
    expect((await score((await pairFor(other))[0], other, 60)).body.underReview).toBe(false);
  });

  it('is drawn for a share of the others by lot', async () => {
    await restart({ REVIEW_SECOND_SHARE: '1' });
    const id = await submit();
    const [first, second] = await pairFor(id);
    await score(first, id, 40);
    expect((await facts(id))[2]).toEqual({ kind: 'read', second: 'random' });
    await score(second, id, 41);
    expect(await verdictOf(id)).toMatchObject({ rejected: true });
  });

  it('is refused to its first reader, who can’t reject it any more either', async () => {
    const id = await submit();
    const [first, second] = await pairFor(id);
    await score(first, id, 60);
    for (const again of [await score(first, id, 90), await first.client.post(`/api/media/reject/${id}`, {})])
      expect([again.status, again.body.message]).toEqual([
        409,
        'You have already scored this media. Another reviewer scores it as well, and the verdict follows from both.',
      ]);
    expect((await second.client.post(`/api/media/reject/${id}`, { reason: 'It is silent.' })).status).toBe(200);
    expect(await verdictOf(id)).toMatchObject({ underReview: false, rejected: true });
  });

  it('falls to the drawn reviewer if another one scored first', async () => {
    const id = await submit();
    const [drawn, other] = await pairFor(id);
    await score(other, id, 60);
    expect(await kinds(id)).toEqual(['submitted', 'drawn', 'read']);
    expect((await pairFor(id))[0]).toBe(drawn);
    await score(drawn, id, 62);
    expect(await verdictOf(id)).toMatchObject({ score: 61 });
    expect(await server.app.db`select drawn from readings order by given_at, id`).toEqual([
      { drawn: false },
      { drawn: true },
    ]);
  });

  it('is left out if nobody else may give it', async () => {
    await restart({}, 1);
    const id = await submit();
    await score(reviewers[0]!, id, 60);
    expect(await verdictOf(id)).toMatchObject({ underReview: false, score: 60 });
    expect((await facts(id)).slice(2)).toEqual([
      { kind: 'read', second: 'border' },
      { kind: 'judged', outcome: 'curated' },
    ]);
  });

  it('is left out for administrators, whose scores are the verdict', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const id = await submit();
    await score(admin, id, 60);
    expect(await verdictOf(id)).toMatchObject({ underReview: false, score: 60 });
  });

  it.each([['0.25'], ['0']])(
    'that does not come in time leaves the verdict to the first one, before the promise is broken (lead %s)',
    async (lead) => {
      await restart({ REVIEW_ESCALATION_SHARE: lead });
      const id = await submit();
      const [first] = await pairFor(id);
      await score(first, id, 61, { curationMessage: 'Warm.' });
      await pass(23);
      await keepPromises(server.app);
      expect(await verdictOf(id)).toEqual(OPEN);
      await pass(0.95);
      await Promise.all([keepPromises(server.app), keepPromises(server.app)]);
      expect(await verdictOf(id)).toMatchObject({ underReview: false, score: 61 });
      expect((await seenBy(musician, id)).curationMessage).toBe('Warm.');
      expect((await entries(id)).at(-1)).toMatchObject({
        by: 'system',
        fact: { kind: 'judged', outcome: 'curated', settled: true },
      });
      expect(await kinds(id)).not.toContain('late');
      expect(await mails()).toHaveLength(1);
      const [review] = await server.app.db`select decided_at <= promised_by as "inTime" from reviews`;
      expect(review).toEqual({ inTime: true });
    },
  );

  it('is not begun when the promised time is nearly over', async () => {
    const id = await submit();
    const [first] = await pairFor(id);
    await pass(23.9);
    await score(first, id, 60);
    expect(await verdictOf(id)).toMatchObject({ underReview: false, score: 60 });
  });

  it('is the verdict’s even if its first reader’s account is gone', async () => {
    const id = await submit();
    const [first] = await pairFor(id);
    await score(first, id, 61);
    await server.app.db`delete from users where id = ${first.me.id}`;
    await pass(23.9);
    await keepPromises(server.app);
    expect(await verdictOf(id)).toMatchObject({ underReview: false, score: 61 });
  });

  it('is still needed after a withdrawal, by another reviewer than the first', async () => {
    const id = await submit();
    const [first, second] = await pairFor(id);
    await score(first, id, 59);
    await musician.client.put(`/api/media/${id}`, { published: false });
    expect((await score(second, id, 66)).status).toBe(404);
    await musician.client.put(`/api/media/${id}`, { allowCuration: true });
    expect((await pairFor(id))[0]).toBe(second);
    expect((await score(first, id, 90)).status).toBe(409);
    await score(second, id, 66);
    expect(await verdictOf(id)).toMatchObject({ score: 62 });
  });

  it('begins anew if the file was replaced', async () => {
    const id = await submit();
    const [first] = await pairFor(id);
    await score(first, id, 59);
    // The replacement of a file puts another source in force.
    const source = newId();
    await server.app.db.begin(async (tx) => {
      await tx`update sources set id = ${source} where owner_id = ${id}`;
      await tx`update media set source_id = ${source} where id = ${id}`;
    });
    expect((await score(first, id, 80)).body).toMatchObject({ underReview: false, score: 80 });
  });

  it('of two reviewers at once ends with one verdict', async () => {
    await restart({}, 4);
    const id = await submit();
    const [first] = await pairFor(id);
    await score(first, id, 60);
    const others = reviewers.filter((one) => one !== first);
    const answers = await Promise.all(others.map((one) => score(one, id, 64)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await verdictOf(id)).toMatchObject({ score: 62 });
    expect((await kinds(id)).filter((kind) => kind === 'judged')).toHaveLength(1);
  });

  it('is drawn again for a reviewer who may no longer review, and never for the first reader', async () => {
    await restart({}, 3);
    const id = await submit();
    const [first] = await pairFor(id);
    await score(first, id, 60);
    const [second] = await pairFor(id);
    await server.app.db`update users set is_curator = false where id = ${second.me.id}`;
    expect((await score(second, id, 90)).status).toBe(403);
    await reassignReviews(server.app);
    const [third] = await pairFor(id);
    expect([first, second]).not.toContain(third);
    await server.app.db`update users set is_curator = false where id = ${third.me.id}`;
    await reassignReviews(server.app);
    expect((await pairFor(id))[0]).not.toBe(first);
  });

  it('ends with the song', async () => {
    const id = await submit();
    const [first, second] = await pairFor(id);
    await score(first, id, 60);
    expect((await musician.client.delete(`/api/media/${id}`)).status).toBe(200);
    expect((await score(second, id, 60)).status).toBe(404);
    await pass(24);
    await keepPromises(server.app);
    expect(await server.app.db`select 1 from readings`).toHaveLength(0);
  });

  it('is announced live to the musician, and to nobody else', async () => {
    const id = await submit();
    const [first] = await pairFor(id);
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
    const own = await readStream(origin, musician.client.cookies);
    const theirs = await readStream(origin, first.client.cookies);
    await score(first, id, 60);
    expect(await own.next()).toEqual({ name: 'review', data: { id } });
    own.leave();
    theirs.leave();
    expect(theirs.text()).not.toContain('event: review');
  });
});

describe('a published score', () => {
  let server: TestServer;
  let musician: Account;
  let reviewer: Account;
  const start = async (settings: Record<string, string> = {}) => {
    server = await startTestServer({ REVIEW_SECOND_MARGIN: '0', REVIEW_SECOND_SHARE: '0', ...settings });
    musician = await server.signUp();
    reviewer = await server.signUp({ isCurator: true });
    await insertCalibration(server.app.db, { severityVariance: 9, errorVariance: 16 });
  };
  beforeEach(() => start());
  afterEach(() => server.close());
  const severity = (points: number) =>
    insertCalibration(server.app.db, {
      userId: reviewer.me.id,
      severity: points,
      severityVariance: 1,
      errorVariance: 16,
    });
  const judged = async (score: number, fields: object = {}) => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    await musician.client.put(`/api/media/${id}`, { allowCuration: true });
    const answer = await reviewer.client.put(`/api/media/${id}`, { curationStats: all(score), ...fields });
    return { id, ...answer.body };
  };
  const trailOf = async (id: string) =>
    ((await musician.client.get(`/api/media/${id}/review-trail`)).body.entries as TrailEntry[]).slice(2);

  it('is corrected for a severe reviewer; the scores as given stay stored, and the musician sees both', async () => {
    await severity(4);
    const { id, score, curationStats } = await judged(58);
    expect([score, curationStats.storytelling]).toEqual([62, 62]);
    const [read, verdict] = await trailOf(id);
    expect(JSON.parse(read!.secret!).scores).toEqual(all(58));
    expect(JSON.parse(verdict!.secret!)).toMatchObject({ scores: all(62), given: [all(58)] });
    expect(await server.app.db`select storytelling, execution, thumbnail_art from readings`).toEqual([
      { storytelling: 58, execution: 58, thumbnail_art: 58 },
    ]);
  });

  it('that is a rejection after the correction has no place, although the reviewer gave one', async () => {
    await severity(-4);
    const genre = newId();
    await server.app
      .db`insert into categories (id, kind, name, slug, position) values (${genre}, 'genre', 'Dub', 'dub', 99)`;
    const { rejectedOn, curatedGenre } = await judged(62, { curatedGenre: genre });
    expect([rejectedOn !== null, curatedGenre]).toEqual([true, null]);
    const refused = await judged(59, { curatedGenre: genre });
    expect(refused.message).toMatch(/^An average below 60 is a rejection/);
  });

  it('is what the reviewer gave with the correction switched off', async () => {
    await server.close();
    await start({ REVIEW_CALIBRATION: 'false' });
    await severity(4);
    const { id, score } = await judged(62);
    expect(score).toBe(62);
    expect((await trailOf(id)).map(({ fact }) => fact.kind)).toEqual(['judged']);
  });
});
