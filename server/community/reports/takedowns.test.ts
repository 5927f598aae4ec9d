import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { decide as decideCase } from './decide.ts';
import { lockCase, lockCaseOf, writeReport } from './reports.queries.ts';
import { writeRequest } from './takedowns.queries.ts';
import { notifyReporters } from './notify-reporters.ts';

describe('takedown requests', () => {
  let server: TestServer;
  let admin: Account;
  let owner: Account;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin' });
    owner = await server.signUp({ firstName: 'Olga' });
  });
  afterAll(() => server.close());

  const media = (title: string) => insertMedia(server.app.db, { musicianId: owner.me.id, title });
  /** Solves a captcha, like the form. */
  const captcha = async () => {
    const { challenge } = (await server.visitor().get('/api/captcha')).body;
    const solved = await solveChallenge({ challenge, deriveKey });
    const solution = { counter: solved?.counter, derivedKey: solved?.derivedKey };
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };
  const request = async (id: string, more: object = {}) =>
    server.visitor().post('/api/takedowns', {
      address: `https://music.example/olga/${id}`,
      name: 'Carla Holder',
      email: 'carla@example.org',
      work: 'My song of 1998.',
      confirmed: true,
      recaptcha: await captcha(),
      ...more,
    });
  const caseOf = async (id: string, queue = 'waiting') =>
    (await admin.client.get(`/api/admin/reports?size=100&queue=${queue}`)).body.cases.find(
      (one: { subject: { id: string } }) => one.subject.id === id,
    );
  /** Decides a case, and runs the job that follows. */
  const decide = async (id: string, decision: string, reason: string) => {
    const answer = await admin.client.post(`/api/admin/reports/${id}/decision`, { decision, reason });
    await notifyReporters(server.app, { caseId: id, outcome: answer.body.state }, new AbortController().signal);
    return answer;
  };
  const counter = (account: Account, id: string, body: object = { words: 'It is mine.', confirmed: true }) =>
    account.client.post(`/api/media/${id}/counter-notice`, body);
  const seen = async (id: string) => (await owner.client.get(`/api/media/${id}/takedown`)).body.takedown;
  const mailsTo = async (to: string) =>
    (
      await server.app.db<{ text: string }[]>`
        select text from outbox where "to" = ${to} and kind = 'report' order by created_at, id`
    ).map(({ text }) => text);

  it('are open to visitors and enter the report queue; a repeated request replaces the first', async () => {
    const id = await media('Borrowed');
    const answer = await request(id);
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Your request was sent. We will write to you when it is decided.',
    ]);
    await request(id, { email: 'CARLA@example.org', work: 'My song of 1999.' });
    const member = await server.signUp();
    await member.client.post('/api/reports', { subject: { kind: 'media', id }, reason: 'rights' });
    const found = await caseOf(id);
    expect(found).toMatchObject({ state: 'open', reasons: ['rights'], reports: 2, excerpt: { title: 'Borrowed' } });
    const search = async (q: string) => (await admin.client.get(`/api/admin/reports?q=${q}`)).body.total;
    expect([await search('carla'), await search('holder')]).toEqual([1, 0]);
    const { reports } = (await admin.client.get(`/api/admin/reports/${found.id}`)).body;
    expect(reports).toMatchObject([
      { reporter: null, claimant: { name: 'Carla Holder' }, words: 'My song of 1999.' },
      { reporter: { id: member.me.id }, claimant: null },
    ]);
  });

  it('require a link to a public item, an unused captcha and the confirmation', async () => {
    const id = await media('Public');
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
    for (const address of ['https://music.example/olga', newId(), hidden])
      expect((await request(id, { address })).body.errors[0].field).toBe('address');
    expect((await request(id, { confirmed: false })).body.errors[0].field).toBe('confirmed');
    const recaptcha = await captcha();
    expect((await request(id, { recaptcha })).status).toBe(200);
    expect((await request(id, { recaptcha })).body.errors[0].field).toBe('recaptcha');
    expect((await request(id, { recaptcha: 'x' })).status).toBe(400);
  });

  it('notify both sides, allow one counter-notice, and are upheld or reinstated with a reason', async () => {
    for (const [decision, state, isBack] of [
      ['uphold', 'upheld', false],
      ['reinstate', 'reinstated', true],
    ] as const) {
      const id = await media(`Disputed, ${decision}`);
      const email = `${decision}@example.org`;
      await request(id, { email });
      const { id: caseId } = await caseOf(id);
      expect(await seen(id)).toBeNull();
      expect((await counter(owner, id)).status).toBe(409);
      await decide(caseId, 'remove', 'Carla’s song.');
      expect((await server.visitor().get(`/api/media/${id}`)).status).toBe(404);
      expect(await seen(id)).toMatchObject({ state: 'removed', reason: 'Carla’s song.', canCounter: true });
      expect((await mailsTo(owner.me.email)).at(-1)).toContain(`/account/media/edit/${id}`);

      expect((await counter(owner, id, { words: ' ', confirmed: true })).body.errors[0].field).toBe('words');
      expect((await counter(owner, id, { words: 'x' })).body.errors[0].field).toBe('confirmed');
      expect((await counter(await server.signUp(), id)).status).toBe(404);
      expect((await counter(admin, id)).status).toBe(403);
      expect((await counter(owner, id)).body.takedown).toMatchObject({ state: 'countered', canCounter: false });
      expect((await counter(owner, id)).body.message).toBe('Your counter-notice was sent already.');
      expect(await caseOf(id)).toMatchObject({
        id: caseId,
        state: 'countered',
        counterNotice: 'It is mine.',
        can: ['reinstate', 'uphold'],
      });

      expect((await decide(caseId, decision, 'Looked at again.')).body.state).toBe(state);
      for (const to of [owner.me.email, email]) expect((await mailsTo(to)).at(-1)).toContain('Looked at again.');
      expect((await mailsTo(owner.me.email)).join()).not.toContain('Carla Holder');
      expect((await server.visitor().get(`/api/media/${id}`)).status).toBe(isBack ? 200 : 404);
      expect((await seen(id))?.state ?? null).toBe(isBack ? null : 'upheld');
      expect((await counter(owner, id)).status).toBe(409);
    }
  });

  it('refuse a counter-notice with 409 if it arrives while a decision is stored', async () => {
    const { app } = server;
    const id = await media('Both at once');
    await request(id);
    const { id: caseId } = await caseOf(id);
    await decide(caseId, 'remove', 'Carla’s song.');
    const { promise: answer, resolve } = Promise.withResolvers<{ status: number }>();
    await transaction(app.db, async (tx) => {
      await lockCase(tx, caseId);
      void counter(owner, id).then(resolve);
      await untilWaiting(app.db, 1);
      const actor = await administratorNow(app, tx, admin.me.id);
      await decideCase(app, tx, actor, caseId, { decision: 'reinstate', reason: 'Looked at again.' });
    });
    expect((await answer).status).toBe(409);
    expect((await server.visitor().get(`/api/media/${id}`)).status).toBe(200);
    expect(await caseOf(id, 'decided')).toMatchObject({ id: caseId, state: 'reinstated', counterNotice: null });
  });

  it('are merged with a counter-notice about the same song, with one report per person', async () => {
    const id = await media('Twice in the queue');
    const [member, both] = [await server.signUp(), await server.signUp()];
    await request(id);
    await both.client.post('/api/reports', { subject: { kind: 'media', id }, reason: 'spam', words: 'At first' });
    const { id: caseId } = await caseOf(id);
    await decide(caseId, 'remove', 'Carla’s song.');
    // Administrators still see the item, and may report it.
    const waiting = await transaction(server.app.db, async (tx) => {
      const excerpt = { title: 'Renamed', text: '', path: null };
      const found = await lockCaseOf(tx, {
        id: newId(),
        subject: { kind: 'media', id },
        reportedId: owner.me.id,
        excerpt,
      });
      const one = { caseId: found.id, reason: 'spam', excerpt: null } as const;
      await writeReport(tx, { ...one, id: newId(), reporterId: member.me.id, words: 'Me, too' });
      await writeReport(tx, { ...one, id: newId(), reporterId: both.me.id, words: 'Once more' });
      await writeRequest(tx, found.id, { name: 'Carla', email: 'Carla@Example.org' }, 'My song of 2000.');
      await writeRequest(tx, found.id, { name: 'Dora', email: 'dora@example.org' }, 'Mine.');
      return found.id;
    });
    expect((await counter(owner, id)).body.takedown).toMatchObject({ state: 'countered' });
    expect(await caseOf(id)).toMatchObject({ id: caseId, state: 'countered', reports: 4 });
    const { reports } = (await admin.client.get(`/api/admin/reports/${caseId}`)).body;
    const said = reports.map(({ words, excerpt }: { words: string; excerpt: { title: string } | null }) => [
      words,
      excerpt?.title,
    ]);
    expect(said.toSorted()).toEqual([
      ['Me, too', 'Renamed'],
      ['Mine.', 'Renamed'],
      ['My song of 2000.', 'Renamed'],
      ['Once more', 'Renamed'],
    ]);
    expect(await server.app.db`select 1 from report_cases where id = ${waiting}`).toEqual([]);
    expect((await decide(caseId, 'reinstate', 'Looked at again.')).status).toBe(200);
  });

  it('are refused if they arrive while the decision is stored, and open no other case', async () => {
    const { app } = server;
    const id = await media('Too late');
    await request(id);
    const { id: caseId } = await caseOf(id);
    const member = await server.signUp();
    const late = [
      () => request(id, { email: 'late@example.org' }),
      () => member.client.post('/api/reports', { subject: { kind: 'media', id }, reason: 'spam' }),
    ];
    const { promise: answers, resolve } = Promise.withResolvers<{ status: number }[]>();
    await transaction(app.db, async (tx) => {
      await lockCase(tx, caseId);
      void Promise.all(late.map((one) => one())).then(resolve);
      await untilWaiting(app.db, 2);
      const actor = await administratorNow(app, tx, admin.me.id);
      await decideCase(app, tx, actor, caseId, { decision: 'remove', reason: 'Carla’s song.' });
    });
    expect((await answers).map(({ status }) => status)).toEqual([400, 404]);
    expect(await caseOf(id)).toBeUndefined();
  });

  it('are visible to the owner and administrators only', async () => {
    const id = await media('Private matters');
    expect((await (await server.signUp()).client.get(`/api/media/${id}/takedown`)).status).toBe(403);
    expect((await admin.client.get(`/api/media/${id}/takedown`)).body).toEqual({ takedown: null });
  });
});
