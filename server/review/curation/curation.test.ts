import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicationEvent } from '@scoville/contract/catalogue/media/publication.ts';
import { transaction } from '../../platform/db/connection.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { lockMedia } from '../../catalogue/media/media.queries.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { changePublication } from './change-publication.ts';
import { reassignReviews } from './reassign.ts';

const scores = (storytelling: number, execution = storytelling, thumbnailArt = storytelling) => ({
  storytelling,
  execution,
  thumbnailArt,
});

describe('verdicts', () => {
  let server: TestServer;
  let owner: Account;
  let curator: Account;
  let other: Account;
  let admin: Account;
  let genre: string;
  let mood: string;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signUp({ firstName: 'Olive' });
    curator = await server.signUp({ isCurator: true });
    other = await server.signUp({ isCurator: true });
    admin = await server.signUp({ role: 'admin' });
    genre = await category('genre', 'smoke-soul');
    mood = await category('mood', 'burnt-toast');
  });
  afterAll(() => server.close());

  async function category(kind: string, slug: string): Promise<string> {
    const id = newId();
    await server.app
      .db`insert into categories (id, kind, name, slug, position) values (${id}, ${kind}, ${slug}, ${slug}, 999)`;
    return id;
  }
  const insert = (seed: Partial<Parameters<typeof insertMedia>[1]> = {}) =>
    insertMedia(server.app.db, { musicianId: owner.me.id, ...seed });
  /** Publishes and submits a song as its owner, through the API. */
  const submitted = async () => {
    const id = await insert({ published: false });
    expect((await owner.client.put(`/api/media/${id}`, { allowCuration: true })).status).toBe(200);
    return id;
  };
  const put = (by: Account, id: string, body: object, query = '') => by.client.put(`/api/media/${id}${query}`, body);
  const update = (by: Account, id: string, body: object) => put(by, id, body, '?dontNotify=true');
  const reject = (by: Account, id: string, body: object = {}) => by.client.post(`/api/media/reject/${id}`, body);
  const get = async (id: string, by = admin) => (await by.client.get(`/api/media/${id}`)).body;
  const mails = (id: string) => server.app.db`
    select subject, text, html from outbox where kind = 'verdict' and html like ${`%/${id}%`} order by created_at`;
  const reviews = (id: string) => server.app.db`
    select outcome, decided_by, storytelling, words, opened_at from reviews where media_id = ${id} order by id`;

  it('CU-01 CU-05 CU-17 CU-23 NO-05 stores a reviewer’s scores, genre and mood, and mails the owner', async () => {
    const id = await submitted();
    const answer = await put(curator, id, {
      curationStats: scores(88, 84, 86),
      curatedGenre: genre,
      curatedMood: { id: mood },
      curationMessage: 'Warm & <b>close</b>.',
      allowPerfectlySeasoned: true,
    });
    expect(answer.status).toBe(200);
    expect(await get(id)).toMatchObject({
      curationStats: { ...scores(88, 84, 86), total: 86 },
      score: 86,
      band: 'A',
      curatedGenre: { id: genre, slug: 'smoke-soul' },
      curatedMood: { id: mood },
      curationMessage: 'Warm & <b>close</b>.',
      allowPerfectlySeasoned: true,
      underReview: false,
      genreCuratedOn: expect.any(String),
      moodCuratedOn: expect.any(String),
      rejectedOn: null,
    });
    const [mail, ...more] = await mails(id);
    expect(more).toEqual([]);
    expect(mail?.['text']).toContain('86 out of 100, PRFCTLY SEASND');
    expect(mail?.['html']).toContain('&lt;b&gt;close&lt;/b&gt;');
    const [review] = await reviews(id);
    expect(review).toMatchObject({ outcome: 'curated', decided_by: curator.me.id, storytelling: 88 });
  });

  it('CU-17 sets the date of curation only for the genre or mood that the reviewer chose', async () => {
    const id = await submitted();
    await put(curator, id, { curationStats: scores(70), curatedGenre: 'smoke-soul' });
    expect(await get(id)).toMatchObject({ genreCuratedOn: expect.any(String), moodCuratedOn: null, curatedMood: null });
  });

  it('CU-02 refuses invalid scores, and a first verdict without all three', async () => {
    const id = await submitted();
    for (const wrong of [101, -1, 59.5, '60', null])
      expect((await put(curator, id, { curationStats: { ...scores(70), execution: wrong } })).status).toBe(400);
    expect((await put(curator, id, { curationStats: { thumbnailArt: 70 } })).status).toBe(400);
    expect((await put(curator, id, { curationStats: scores(70), curatedGenre: 'no-such-genre' })).status).toBe(400);
    expect((await put(curator, id, { curationStats: scores(70), curatedGenre: mood })).status).toBe(400);
    expect(await get(id)).toMatchObject({ underReview: true, curationStats: null });
  });

  it('CU-06 rejects an average below 60, with reviewer and date; the owner sees Chopped and no score', async () => {
    const id = await submitted();
    expect((await put(curator, id, { curationStats: scores(59), curatedGenre: genre })).status).toBe(400);
    expect((await put(curator, id, { curationStats: scores(60, 60, 59) })).status).toBe(200);
    expect(await get(id)).toMatchObject({
      rejectedBy: { id: curator.me.id },
      rejectedOn: expect.any(String),
      curationStats: { ...scores(60, 60, 59) },
      curatedGenre: null,
    });
    expect(await get(id, owner)).toMatchObject({ band: 'D', score: null, curationStats: null, rejectedBy: null });
    expect((await server.visitor().get(`/api/media/${id}`)).body).toMatchObject({
      band: null,
      score: null,
      rejectedOn: null,
    });
    const [mail] = await mails(id);
    expect(mail?.['text']).toContain('CHOPPED');
    expect(mail?.['text']).not.toContain('out of 100');
  });

  it('CU-06 omits the score from a rejection mail even if the musician is an administrator', async () => {
    const id = await insert({ musicianId: admin.me.id, allowCuration: true });
    expect((await put(curator, id, { curationStats: scores(59) })).status).toBe(200);
    const [mail] = await mails(id);
    expect(mail?.['text']).toContain('CHOPPED');
    expect(mail?.['text']).not.toContain('out of 100');
  });

  it('CU-07 CU-15 approves 60, with neither genre, mood nor comment', async () => {
    const id = await submitted();
    const answer = await put(curator, id, { curationStats: scores(60) });
    expect(answer.body).toMatchObject({ band: 'C', score: 60, curatedGenre: null, curatedMood: null });
  });

  it('CU-08 CU-09 CU-13 an update sends no mail, removes a genre, and changes only the thumbnail art', async () => {
    const id = await submitted();
    await put(curator, id, { curationStats: scores(80), curatedGenre: genre, curatedMood: mood });
    expect((await update(curator, id, { curatedGenre: null })).body).toMatchObject({
      curatedGenre: null,
      genreCuratedOn: null,
      curatedMood: { id: mood },
      curationStats: scores(80),
    });
    expect((await update(curator, id, { curationStats: { thumbnailArt: 95 } })).body.curationStats).toMatchObject(
      scores(80, 80, 95),
    );
    expect((await update(curator, id, { curationStats: scores(80, 80, 96) })).status).toBe(200);
    for (const change of [{ storytelling: 81 }, { execution: 1 }])
      expect((await update(curator, id, { curationStats: change })).status).toBe(400);
    expect((await mails(id)).length).toBe(1);
  });

  it('an update of the thumbnail art’s score rejects below 60 and approves from 60', async () => {
    const id = await submitted();
    await put(curator, id, { curationStats: scores(60), curatedGenre: genre });
    expect((await update(curator, id, { curationStats: { thumbnailArt: 59 } })).body).toMatchObject({
      rejectedOn: expect.any(String),
      curatedGenre: null,
    });
    expect((await update(curator, id, { curationStats: { thumbnailArt: 60 } })).body).toMatchObject({
      rejectedOn: null,
      band: 'C',
    });
  });

  it('CU-11 CU-12 API-45 rejects submitted media once, with or without a reason, and no others', async () => {
    const [withReason, without, never] = [await submitted(), await submitted(), await insert()];
    expect((await reject(curator, withReason, { reason: 'The voice is too quiet.' })).body).toMatchObject({
      curationStats: null,
      curationMessage: 'The voice is too quiet.',
      rejectedOn: expect.any(String),
      can: { reject: false },
    });
    expect((await mails(withReason))[0]?.['text']).toContain('The voice is too quiet.');
    expect((await reject(admin, without)).body.rejectedBy.id).toBe(admin.me.id);
    expect((await mails(without)).length).toBe(1);
    for (const by of [curator, admin]) {
      expect((await reject(by, withReason)).status).toBe(409);
      expect((await reject(by, never)).status).toBe(409);
    }
    expect((await reject(owner, without)).status).toBe(403);
    expect((await get(withReason, owner)).curationMessage).toBe('The voice is too quiet.');
  });

  it('accepts one of two simultaneous first verdicts and refuses the other with 409', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await submitted();
      const answers = await Promise.all([
        put(curator, id, { curationStats: scores(80) }),
        round % 2 === 0 ? put(other, id, { curationStats: scores(40) }) : reject(other, id),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      expect((await mails(id)).length).toBe(1);
      expect((await reviews(id)).length).toBe(1);
    }
  });

  it('CU-16 allowPerfectlySeasoned is true until a reviewer sets it to false', async () => {
    const id = await submitted();
    expect((await get(id)).allowPerfectlySeasoned).toBe(true);
    await put(curator, id, { curationStats: scores(90), allowPerfectlySeasoned: false });
    expect(await get(id)).toMatchObject({ allowPerfectlySeasoned: false, band: 'A' });
  });

  it('CU-18 CU-19 ADM-13 lets an administrator pin media from 90, one at a time, and unpin them', async () => {
    const [almost, one, two] = [
      await insert({ scores: [90, 90, 89] }),
      await insert({ scores: [90, 90, 90] }),
      await insert({ scores: [100, 95, 90] }),
    ];
    expect((await get(almost)).can.pin).toBe(false);
    expect((await put(admin, almost, { pinnedFavorite: true })).status).toBe(400);
    expect((await put(admin, one, { pinnedFavorite: true })).body).toMatchObject({
      pinnedFavorite: true,
      can: { unpin: true },
    });
    await put(admin, two, { pinnedFavorite: true });
    expect((await get(one)).pinnedFavorite).toBe(false);
    expect((await server.app.db`select id from media where pinned`).map((row) => row['id'])).toEqual([two]);
    expect((await put(admin, two, { pinnedFavorite: false })).body.pinnedFavorite).toBe(false);
  });

  it('CU-19 keeps one of two simultaneous pins', async () => {
    const { db } = server.app;
    const [before, one, two] = [
      await insert({ scores: [90, 90, 90] }),
      await insert({ scores: [91, 91, 91] }),
      await insert({ scores: [92, 92, 92] }),
    ];
    await put(admin, before, { pinnedFavorite: true });
    // Both calls must unpin the same media item first; while its row is locked here, both wait for it.
    const both = await db.begin(async (tx) => {
      await tx`select 1 from media where id = ${before} for update`;
      const calls = [put(admin, one, { pinnedFavorite: true }), put(admin, two, { pinnedFavorite: true })];
      await untilWaiting(db, 2);
      return { calls };
    });
    expect((await Promise.all(both.calls)).map(({ status }) => status)).toEqual([200, 200]);
    const pinned = (await db`select id from media where pinned`).map((row) => row['id'] as string);
    expect(pinned).toHaveLength(1);
    expect([one, two]).toContain(pinned[0]);
    await put(admin, pinned[0] ?? '', { pinnedFavorite: false });
  });

  it('ADM-08 an administrator who allows curation after a verdict does not discard that verdict', async () => {
    const id = await submitted();
    await put(curator, id, { curationStats: scores(88), curationMessage: 'Warm.' });
    const answer = await put(admin, id, { allowCuration: true });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This media was already reviewed. Allow its curation again to discard that verdict.',
    ]);
    expect(await get(id)).toMatchObject({ score: 88, curationMessage: 'Warm.', underReview: false });
    // The same applies to judged media that were unpublished and published again, so that their curation is no longer
    // allowed.
    for (const published of [false, true]) await put(owner, id, { published });
    expect((await put(admin, id, { allowCuration: true })).status).toBe(409);
    expect(await get(id)).toMatchObject({ score: 88, allowCuration: false, can: { submit: false, reopen: true } });
  });

  it('ADM-08 only an administrator can reopen the review of judged media', async () => {
    const id = await submitted();
    const reopen = async (by: Account) =>
      by.client.post(`/api/media/reopen/${id}`, { verdictOn: (await get(id))['verdictOn'] });
    expect((await reopen(admin)).status).toBe(409);
    await put(curator, id, { curationStats: scores(40), curationMessage: 'No.' });
    expect((await get(id)).can).toMatchObject({ submit: false, reopen: true });
    for (const other of [owner, curator]) {
      expect((await get(id, other)).can.reopen).toBe(false);
      expect((await reopen(other)).status).toBe(403);
    }
    expect((await reopen(admin)).body).toMatchObject({
      published: true,
      underReview: true,
      curationStats: null,
      curationMessage: null,
      rejectedOn: null,
      can: { reopen: false, curate: true },
    });
    expect((await put(curator, id, { curationStats: scores(75) })).body.band).toBe('B');
    expect((await reviews(id)).map((review) => review['outcome'])).toEqual(['rejected', 'curated']);
  });

  it('ADM-08 refuses to discard a verdict that the administrator has not seen', async () => {
    const id = await submitted();
    const seen = async (by = admin): Promise<string | null> => (await get(id, by))['verdictOn'];
    const reopen = (verdictOn: string | null) => admin.client.post(`/api/media/reopen/${id}`, { verdictOn });
    const refused = {
      status: 409,
      body: {
        message: 'This media has a new or changed verdict that you have not seen. Look at it before you discard it.',
      },
    };
    const none = await seen();
    expect(none).toBeNull();
    await put(curator, id, { curationStats: scores(40), curationMessage: 'No.' });
    expect(await reopen(none)).toMatchObject(refused);
    const first = await seen();
    expect(first).not.toBeNull();
    expect(await seen(owner)).toBe(first);
    expect((await owner.client.put(`/api/media/${id}`, { title: 'Of the same verdict' })).status).toBe(200);
    expect((await reopen(first)).status).toBe(200);
    expect(await seen()).toBeNull();

    await put(curator, id, { curationStats: scores(75) });
    expect(await reopen(first)).toMatchObject(refused);
    const second = await seen();
    await update(curator, id, { curatedGenre: genre, curationMessage: 'Warm.' });
    expect(await reopen(second)).toMatchObject(refused);
    expect(await get(id)).toMatchObject({ score: 75, curatedGenre: { id: genre }, curationMessage: 'Warm.' });
    expect((await admin.client.post(`/api/media/reopen/${id}`)).status).toBe(400);
    expect((await reopen(await seen())).status).toBe(200);
  });

  it('hides the date of a rejection from other users', async () => {
    const id = await submitted();
    await put(curator, id, { curationStats: scores(40) });
    expect(await get(id, await server.signUp())).toMatchObject({ verdictOn: null });
  });

  it('stores the result of any sequence of events, with an open review exactly while one is due', async () => {
    const role = fc.constantFrom<('owner' | 'curator' | 'admin')[]>('owner', 'curator', 'admin');
    const any = fc.constantFrom(40, 60, 95);
    const event: fc.Arbitrary<PublicationEvent> = fc.oneof(
      fc.constantFrom<PublicationEvent>(
        { type: 'publish' },
        { type: 'unpublish' },
        { type: 'pin' },
        { type: 'unpin' },
        { type: 'reopen' },
      ),
      fc.record({ type: fc.constant('submit' as const), role }),
      fc.record({ type: fc.constant('reject' as const), role }),
      fc.record({ type: fc.constant('curate' as const), role, scores: any.map((score) => scores(score)) }),
      any.map((thumbnailArt) => ({ type: 'update' as const, scores: { thumbnailArt } })),
      fc.constantFrom<PublicationEvent>({ type: 'update', genre }, { type: 'update', mood: null }),
    );
    const { app } = server;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 8 }), async (events) => {
        const id = await insert({ published: false });
        for (const one of events) {
          const change = transaction(app.db, async (tx) => {
            const row = await lockMedia(tx, id);
            if (row === null) throw new Error('gone');
            await changePublication(app, tx, { row, events: [one], actorId: admin.me.id, notify: false });
          });
          await change.catch((error: unknown) => {
            if (!(error instanceof HttpError)) throw error;
          });
          const [state] = await app.db<{ due: boolean; open: boolean }[]>`
            select m.allow_curation and m.published and m.verdict is null as due,
              exists (select 1 from reviews r where r.media_id = m.id and r.decided_at is null) as open
            from media m where m.id = ${id}`;
          expect(state?.open).toBe(state?.due);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the Master Chef badge', () => {
  let server: TestServer;
  let curator: Account;
  beforeAll(async () => {
    server = await startTestServer({ MASTER_CHEF_ITEMS: '3' });
    curator = await server.signUp({ isCurator: true });
  });
  afterAll(() => server.close());

  const isChef = async (account: Account) =>
    (await server.visitor().get(`/api/musicians/${account.me.id}`)).body.isMasterChef as boolean;
  const hot = (account: Account) => insertMedia(server.app.db, { musicianId: account.me.id, allowCuration: true });
  const judge = (id: string, score: number) => curator.client.put(`/api/media/${id}`, { curationStats: scores(score) });

  it('MC-02 MC-04 needs the configured number of scores from 90, and is lost when fewer are left', async () => {
    const musician = await server.signUp();
    const admin = await server.signUp({ role: 'admin' });
    const ids = [await hot(musician), await hot(musician), await hot(musician), await hot(musician)];
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await judge(first, 90);
    await judge(second, 100);
    await judge(third, 89);
    expect(await isChef(musician)).toBe(false);
    await judge(fourth, 95);
    expect(await isChef(musician)).toBe(true);

    await musician.client.put(`/api/media/${first}`, { published: false });
    expect(await isChef(musician)).toBe(false);
    await musician.client.put(`/api/media/${first}`, { published: true });
    expect(await isChef(musician)).toBe(true);

    await musician.client.put(`/api/media/${third}`, { title: 'Nothing changes' });
    await curator.client.put(`/api/media/${third}?dontNotify=true`, { curationStats: { thumbnailArt: 92 } });
    await musician.client.delete(`/api/media/${second}`);
    expect(await isChef(musician)).toBe(true);
    await admin.client.post(`/api/media/reject/${fourth}`);
    expect(await isChef(musician)).toBe(false);
  });

  it('counts every one of several simultaneous verdicts', async () => {
    const { db } = server.app;
    const musician = await server.signUp();
    const [first, second, third] = [await hot(musician), await hot(musician), await hot(musician)];
    await judge(first, 95);
    // Search documents are written at the very end of a transaction, after the count. The two verdicts meet there while
    // this transaction locks the index.
    const both = await db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(7268456, -1)`;
      const calls = [judge(second, 95), judge(third, 95)];
      await untilWaiting(db, 2);
      return { calls };
    });
    expect((await Promise.all(both.calls)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await isChef(musician)).toBe(true);
  });
});

describe('the Master Chef badge with the default settings', () => {
  it('MC-01 is given for five songs or videos with a score of 90', async () => {
    const server = await startTestServer();
    try {
      const musician = await server.signUp();
      const curator = await server.signUp({ isCurator: true });
      for (let n = 1; n <= 5; n++) {
        const id = await insertMedia(server.app.db, { musicianId: musician.me.id, allowCuration: true });
        await curator.client.put(`/api/media/${id}`, { curationStats: scores(90) });
        expect((await musician.client.get('/api/users/me')).body.isMasterChef).toBe(n === 5);
      }
    } finally {
      await server.close();
    }
  });
});

describe('reviewers', () => {
  // Each test has its own reviewers, so that no media of other tests wait for them.
  let server: TestServer;
  let owner: Account;
  beforeEach(async () => {
    server = await startTestServer({ REVIEW_PROMISE_HOURS: '24', REVIEW_LOAD_CAP: '0' });
    owner = await server.signUp({ isCurator: true });
  });
  afterEach(() => server.close());

  const submit = async (by = owner) => {
    const id = await insertMedia(server.app.db, { musicianId: by.me.id, published: false });
    expect((await by.client.put(`/api/media/${id}`, { allowCuration: true })).status).toBe(200);
    return id;
  };
  const drawn = async (id: string) =>
    (await server.app.db`select reviewer_id from reviews where media_id = ${id} and decided_at is null`)[0]?.[
      'reviewer_id'
    ] as string | null;
  const requests = (email: string) => server.app.db`
    select subject from outbox where kind = 'review-request' and "to" = ${email}`;

  it('CU-04 are drawn at random, never the owner; an administrator if no other reviewer is certified', async () => {
    const lonely = await submit();
    expect(await drawn(lonely)).toBeNull();
    const admin = await server.signUp({ role: 'admin' });
    expect(await drawn(await submit())).toBe(admin.me.id);
    expect((await requests(admin.me.email)).length).toBe(1);
    await reassignReviews(server.app);
    expect(await drawn(lonely)).toBe(admin.me.id);

    const three = [
      await server.signUp({ isCurator: true }),
      await server.signUp({ isCurator: true }),
      await server.signUp({ isCurator: true }),
    ];
    const draws: (string | null)[] = [];
    for (let n = 0; n < 24; n += 1) draws.push(await drawn(await submit()));
    const names = new Set(draws);
    expect([...names].every((id) => three.some((reviewer) => reviewer.me.id === id))).toBe(true);
    expect(names.size).toBeGreaterThan(1);
  });

  it('are asked once a day about the same media, even if the owner withdraws and resubmits them', async () => {
    const reviewer = await server.signUp({ isCurator: true });
    const id = await submit();
    const change = async (body: object) => expect((await owner.client.put(`/api/media/${id}`, body)).status).toBe(200);
    const again = async () => {
      await change({ published: false });
      await change({ allowCuration: true });
      expect(await drawn(id)).toBe(reviewer.me.id);
    };
    for (let times = 0; times < 3; times += 1) await again();
    expect(await requests(reviewer.me.email)).toHaveLength(1);
    const told = () =>
      server.app.db`select 1 from notifications where user_id = ${reviewer.me.id} and kind = 'review-request'`;
    expect(await told()).toHaveLength(1);
    await submit();
    expect(await requests(reviewer.me.email)).toHaveLength(2);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3600 * 1000 });
    try {
      await again();
    } finally {
      vi.useRealTimers();
    }
    expect(await requests(reviewer.me.email)).toHaveLength(3);
  });

  it('are replaced by another one when a review is overdue or its reviewer loses the certificate', async () => {
    for (let reviewer = 0; reviewer < 3; reviewer += 1) await server.signUp({ isCurator: true });
    const id = await submit();
    const first = await drawn(id);
    await reassignReviews(server.app);
    expect(await drawn(id)).toBe(first);
    await server.app.db`update reviews set due_at = now() - interval '1 minute' where media_id = ${id}`;
    await Promise.all([reassignReviews(server.app), reassignReviews(server.app)]);
    const second = await drawn(id);
    expect(second).not.toBe(first);
    const [review] = await server.app.db`
      select due_at > now() + interval '23 hours' as whole from reviews where media_id = ${id}`;
    expect(review?.['whole']).toBe(true);
    await server.app.db`update users set is_curator = false where id = ${second}`;
    await reassignReviews(server.app);
    expect(await drawn(id)).not.toBe(second);
  });

  it('are replaced once per overdue review, even if several processes reassign at the same time', async () => {
    for (let reviewer = 0; reviewer < 3; reviewer += 1) await server.signUp({ isCurator: true });
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await submit());
    const asked = async () =>
      (await server.app.db<{ n: number }[]>`select count(*)::int as n from outbox where kind = 'review-request'`)[0]?.n;
    for (let round = 1; round <= 4; round += 1) {
      await server.app.db`update reviews set due_at = now() - interval '1 minute'`;
      await Promise.all(Array.from({ length: 6 }, () => reassignReviews(server.app)));
      expect(await asked()).toBe((1 + round) * ids.length);
    }
  });

  it('are not replaced while a verdict holds the lock of the media', async () => {
    for (let reviewer = 0; reviewer < 2; reviewer += 1) await server.signUp({ isCurator: true });
    const { db } = server.app;
    const id = await submit();
    const first = await drawn(id);
    await db`update reviews set due_at = now() - interval '1 minute' where media_id = ${id}`;
    await db.begin(async (tx) => {
      await tx`select 1 from media where id = ${id} for update`;
      await reassignReviews(server.app);
      await tx`select 1 from reviews where media_id = ${id} for update nowait`;
    });
    expect(await drawn(id)).toBe(first);
    await reassignReviews(server.app);
    expect(await drawn(id)).not.toBe(first);
  });

  it('have a queue with their own draws first by due time, then all others, without gaps by cursor', async () => {
    const reviewer = await server.signUp({ isCurator: true });
    const ids = [await submit(), await submit(), await submit(), await submit(), await submit()];
    for (const [index, id] of ids.entries())
      await server.app.db`
        update reviews set due_at = now() + make_interval(hours => ${index + 1}),
          reviewer_id = ${index % 2 === 1 ? reviewer.me.id : null} where media_id = ${id}`;
    await insertMedia(server.app.db, { musicianId: reviewer.me.id, allowCuration: true });
    const own = await submit(reviewer);
    const read: string[] = [];
    let next: string | null = null;
    do {
      const answer: Awaited<ReturnType<typeof reviewer.client.get>> = await reviewer.client.get(
        `/api/review?size=2${next === null ? '' : `&cursor=${next}`}`,
      );
      expect(answer.status).toBe(200);
      expect(answer.body.total).toBe(5);
      read.push(...answer.body.reviews.map((review: { media: { id: string } }) => review.media.id));
      next = answer.body.paging.next;
    } while (next !== null);
    expect(read).toEqual([ids[1], ids[3], ids[0], ids[2], ids[4]]);
    expect(read).not.toContain(own);
    const page2 = await reviewer.client.get('/api/review?size=2&page=2');
    expect(page2.body.reviews[0].media.id).toBe(ids[0]);
    expect(page2.body.reviews[0]).toMatchObject({ mine: false, dueOn: expect.any(String) });
    for (const cursor of ['x', Buffer.from('{"mine":1}').toString('base64url'), 'a'.repeat(401)])
      expect((await reviewer.client.get(`/api/review?cursor=${cursor}`)).status).toBe(400);
  });

  it('CU-24 have their average waiting time and share of approvals in the figures', async () => {
    const reviewer = await server.signUp({ isCurator: true });
    const waits = [3600, 7200];
    for (const [index, wait] of waits.entries()) {
      const id = await submit();
      await server.app.db`update reviews set opened_at = now() - make_interval(secs => ${wait}) where media_id = ${id}`;
      await reviewer.client.put(`/api/media/${id}`, { curationStats: scores(index === 0 ? 80 : 40) });
    }
    const unasked = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const admin = await server.signUp({ role: 'admin' });
    await admin.client.put(`/api/media/${unasked}`, { curationStats: scores(90) });
    const withdrawn = await submit();
    await owner.client.put(`/api/media/${withdrawn}`, { published: false });
    const [figures] = await server.app.db<
      { avg_wait_seconds: number; pass_rate: number }[]
    >`select * from curation_figures`;
    expect(Math.abs((figures?.avg_wait_seconds ?? 0) - 5400)).toBeLessThan(5);
    expect(figures?.pass_rate).toBe(0.5);
  });
});
