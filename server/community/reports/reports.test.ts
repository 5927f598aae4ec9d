import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { notifyReportersJob } from './reports.jobs.ts';
import { lockCase, writeDecision } from './reports.queries.ts';
import { notifyReporters } from './notify-reporters.ts';

const never = new AbortController().signal;

describe('reports', () => {
  let server: TestServer;
  let admin: Account;
  let owner: Account;
  let listener: Account;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin' });
    owner = await server.signUp({ firstName: 'Olga' });
    listener = await server.signUp({ firstName: 'Lou' });
  });
  afterAll(() => server.close());

  const report = ({ client }: Account, kind: string, id: string, more: object = {}) =>
    client.post('/api/reports', { subject: { kind, id }, reason: 'spam', ...more });
  const queue = async (query = '') => (await admin.client.get(`/api/admin/reports?size=100${query}`)).body.cases;
  const caseOf = async (id: string, query = '') =>
    (await queue(query)).find((one: { subject: { id: string } }) => one.subject.id === id);
  const post = (id: string, body: object) => admin.client.post(`/api/admin/reports/${id}/decision`, body);
  /** Decides a case, and runs the job that follows. */
  const decide = async (id: string, body: object) => {
    const answer = await post(id, body);
    if (answer.status === 200) await notifyReporters(server.app, { caseId: id, outcome: answer.body.state }, never);
    return answer;
  };
  const media = (title: string) => insertMedia(server.app.db, { musicianId: owner.me.id, title });
  const mails = (to: Account) =>
    server.app.db<{ subject: string; text: string }[]>`
      select subject, text from outbox where "to" = ${to.me.email} and kind = 'report' order by created_at, id`;
  const message = async (from: Account, to: Account, text: string) =>
    (await from.client.post('/api/messages', { convo: { users: [to.me.id] }, message: { text } })).body;

  it('form one case per reported item, with one report per account; a repeated report replaces the first', async () => {
    const id = await media('Reported twice');
    expect((await report(listener, 'media', id)).body).toEqual({ reported: true });
    expect((await report(listener, 'media', id, { reason: 'rights', words: ' Mine. ' })).status).toBe(200);
    const second = await server.signUp();
    await report(second, 'media', id, { reason: 'rights' });
    const found = await caseOf(id);
    expect(found).toMatchObject({
      state: 'open',
      reported: { id: owner.me.id, name: owner.me.displayName },
      excerpt: { title: 'Reported twice', text: '' },
      reasons: ['rights'],
      reports: 2,
      decision: null,
      can: ['dismiss', 'warn', 'remove', 'suspend'],
    });
    const { reports } = (await admin.client.get(`/api/admin/reports/${found.id}`)).body;
    expect(reports).toMatchObject([
      { reporter: { id: listener.me.id }, reason: 'rights', words: 'Mine.', excerpt: null },
      { reporter: { id: second.me.id }, words: '' },
    ]);
  });

  it('are found by the reported title, its owner and the reporter', async () => {
    const cook = await server.signUp({ firstName: 'Wilhelmina' });
    const neighbour = await server.signUp({ firstName: 'Zacharias' });
    const kettle = await insertMedia(server.app.db, { musicianId: cook.me.id, title: 'Copper Kettle' });
    const other = await media('Tin Whistle');
    await report(neighbour, 'media', kettle);
    await report(neighbour, 'media', other);
    await report(listener, 'media', other);
    const found = async (query: string) =>
      (await queue(query)).map(({ excerpt }: { excerpt: { title: string } }) => excerpt.title);
    expect(await found('&q=KETTLE')).toEqual(['Copper Kettle']);
    expect(await found('&q=wilhelm')).toEqual(['Copper Kettle']);
    expect(await found('&q=Zacharias')).toEqual(['Copper Kettle', 'Tin Whistle']);
    expect(await found('&q=zacharias&kind=comment')).toEqual([]);
    expect(await found('&q=zacharias&queue=decided')).toEqual([]);
    expect(await found('&q=charias')).toEqual([]);
    await decide((await caseOf(kettle)).id, { decision: 'dismiss', reason: 'Fine.' });
    expect(await found('&q=zacharias&queue=decided')).toEqual(['Copper Kettle']);
    expect((await admin.client.get('/api/admin/reports?q=zacharias&size=1')).body).toMatchObject({ total: 1 });
  });

  it('form one case per reported item even if they are sent simultaneously', async () => {
    const id = await media('At once');
    const people = await Promise.all(Array.from({ length: 5 }, () => server.signUp()));
    const answers = await Promise.all(people.flatMap((one) => [report(one, 'media', id), report(one, 'media', id)]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await queue()).filter((one: { subject: { id: string } }) => one.subject.id === id)).toMatchObject([
      { reports: 5 },
    ]);
  });

  it('keep a copy of the reported item, even if the item is changed or deleted later', async () => {
    const id = await media('Before');
    await report(listener, 'media', id);
    await report(await server.signUp(), 'media', id);
    await owner.client.put(`/api/media/${id}`, { title: 'After' });
    await report(listener, 'media', id, { words: 'Worse than before.' });
    await report(await server.signUp(), 'media', id);
    await owner.client.delete(`/api/media/${id}`);
    const found = await caseOf(id);
    expect(found.excerpt.title).toBe('Before');
    const { reports } = (await admin.client.get(`/api/admin/reports/${found.id}`)).body;
    // A repeated report is about the item at the time of the repetition.
    expect(reports.map(({ excerpt }: { excerpt: { title: string } | null }) => excerpt?.title ?? null)).toEqual([
      'After',
      null,
      'After',
    ]);
    expect((await decide(found.id, { decision: 'remove', reason: 'Gone anyway.' })).body.state).toBe('removed');
    // The item has no page any more on which its owner could object.
    const told = (await mails(owner)).find(({ text }) => text.includes('Gone anyway.'));
    expect(told?.text).toContain('/help/contact');
    for (const gone of ['Its files are kept', `/account/media/edit/${id}`]) expect(told?.text).not.toContain(gone);
    const [notice] = (await owner.client.get('/api/notifications')).body.notifications;
    expect(notice).toMatchObject({ media: null, path: '/help/contact' });
  });

  it('are rejected for the reporter’s own, hidden or unknown items, and without a reason', async () => {
    const id = await media('Own');
    expect((await report(owner, 'media', id)).body.message).toBe('You cannot report what is your own.');
    expect((await report(listener, 'user', listener.me.id)).status).toBe(403);
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, title: 'Draft', published: false });
    for (const [kind, subject] of [
      ['media', hidden],
      ['comment', newId()],
      ['user', newId()],
      ['message', newId()],
    ] as const)
      expect((await report(listener, kind, subject)).status).toBe(404);
    expect((await report(listener, 'media', id, { reason: 'dull' })).body.errors[0]).toMatchObject({ field: 'reason' });
    expect((await server.visitor().post('/api/reports', {})).status).toBe(401);
  });

  it('are limited to twenty an hour per account', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    const [busy, other] = [await limited.signUp(), await limited.signUp()];
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await report(busy, 'user', other.me.id)).status);
    await limited.close();
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([20, 429]);
  });

  it('include two messages before and after a reported message; only its receiver can report a message', async () => {
    const [writer, reader] = [await server.signUp({ firstName: 'Wim' }), await server.signUp({ firstName: 'Rae' })];
    const sent: { message: { id: string }; convo: { id: string } }[] = [];
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
      sent.push(await message(writer, reader, text));
    const id = sent[3]!.message.id;
    expect((await report(listener, 'message', id)).status).toBe(404);
    expect((await report(admin, 'message', id)).status).toBe(404);
    expect((await report(reader, 'message', id)).status).toBe(200);
    const found = await caseOf(id, '&kind=message');
    expect(found.excerpt.text).toBe('four');
    expect(
      found.excerpt.context.map((one: { text: string; isReported: boolean }) => [one.text, one.isReported]),
    ).toEqual([
      ['two', false],
      ['three', false],
      ['four', true],
      ['five', false],
      ['six', false],
    ]);
    expect((await admin.client.get(`/api/messages/${sent[0]!.convo.id}`)).status).toBe(404);

    // The writer isn't notified of the dismissal, because only one other user could have reported it.
    expect((await decide(found.id, { decision: 'dismiss', reason: 'Numbers.' })).status).toBe(200);
    expect(await mails(writer)).toEqual([]);
    expect((await mails(reader)).length).toBe(1);

    await report(reader, 'message', sent[6]!.message.id);
    const second = await caseOf(sent[6]!.message.id);
    await decide(second.id, { decision: 'remove', reason: 'Too high.' });
    const shown = (await reader.client.get(`/api/messages/${sent[0]!.convo.id}`)).body.messages;
    expect(shown.map(({ text }: { text: string }) => text)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
    const convo = (await reader.client.get(`/api/convos/${sent[0]!.convo.id}`)).body;
    expect(convo.latest.text).toBe('six');
    const [told] = await mails(writer);
    expect(told?.text).toContain('A message of yours was reported to us.');
    expect(told?.text).not.toContain('seven');
    expect(told?.text).not.toContain('Rae');
  });

  it('hide a conversation from both members after a decision has removed its only message', async () => {
    const [writer, reader] = [await server.signUp(), await server.signUp()];
    const sent = await message(writer, reader, 'Only this');
    await report(reader, 'message', sent.message.id);
    await decide((await caseOf(sent.message.id)).id, { decision: 'remove', reason: 'No.' });
    for (const { client } of [writer, reader]) expect((await client.get('/api/convos')).body.convos).toEqual([]);
  });

  it('are decided together, and both sides are mailed without naming the reporters', async () => {
    const id = await media('Decided');
    const others = [await server.signUp({ firstName: 'Ines' }), await server.signUp({ firstName: 'Ivo' })];
    for (const one of others) await report(one, 'media', id, { words: 'Secret words.' });
    const { id: caseId } = await caseOf(id);
    const warned = await decide(caseId, { decision: 'warn', reason: 'Mind the rules.' });
    expect(warned.body).toMatchObject({
      state: 'warned',
      decision: { by: admin.me.displayName, reason: 'Mind the rules.' },
      can: [],
    });
    const again = await decide(caseId, { decision: 'dismiss', reason: 'Or not.' });
    expect([again.status, again.body.message]).toEqual([409, 'This has already been decided.']);
    expect(await caseOf(id)).toBeUndefined();
    expect(await caseOf(id, '&queue=decided')).toMatchObject({ state: 'warned', reports: 2 });
    for (const one of others) {
      const [told, ...more] = await mails(one);
      expect([told?.subject, more]).toEqual(['Scoville: your report was reviewed', []]);
      expect(told?.text).toContain('Mind the rules.');
    }
    const told = (await mails(owner)).find(({ text }) => text.includes('“Decided”'));
    expect(told?.subject).toBe('Scoville: a warning about your content');
    const noticesOf = async ({ client }: Account) =>
      (await client.get('/api/notifications')).body.notifications.filter(
        ({ kind }: { kind: string }) => kind === 'report',
      );
    for (const one of others)
      expect(await noticesOf(one)).toMatchObject([
        { text: 'Your report was reviewed. Its owner was warned.', path: null },
      ]);
    expect((await noticesOf(owner)).slice(0, 1)).toMatchObject([
      { text: 'A warning. Our mail says why', media: { id }, actor: null, path: '/help/contact' },
    ]);
    for (const secret of ['Ines', 'Ivo', 'Secret words.']) expect(told?.text).not.toContain(secret);
    const [act] = (await admin.client.get('/api/admin/audit?act=decided-report')).body.entries;
    expect(act).toMatchObject({
      subject: { kind: 'media', id, name: 'Decided' },
      details: { decision: 'warned', reason: 'Mind the rules.' },
    });
    // A new report opens a new case.
    await report(listener, 'media', id);
    expect(await caseOf(id)).toMatchObject({ state: 'open', reports: 1 });
  });

  describe('a thousand reports of one subject', () => {
    const MANY = 1000;
    let caseId: string;
    beforeAll(async () => {
      const { db } = server.app;
      const id = await media('Notorious');
      await report(listener, 'media', id);
      caseId = (await caseOf(id)).id;
      await db`
        with people as (
          insert into users (id, first_name, last_name, display_name, email, original_email, plan)
          select gen_random_uuid(), 'Rita', 'Reporter', 'Rita Reporter', 'rita' || n || '@example.org', 'rita' || n || '@example.org', 'mild'
          from generate_series(2, ${MANY}) n returning id)
        insert into reports (id, case_id, reporter_id, reason) select gen_random_uuid(), ${caseId}, id, 'spam' from people`;
    });
    const told = async () => {
      const [row] = await server.app.db<{ mails: number; notices: number }[]>`
        select (select count(*)::int from outbox where dedupe_key like ${`report:${caseId}:%`}) as mails,
          (select count(*)::int from notifications where occasion like ${`report:${caseId}:%`}) as notices`;
      return row;
    };

    it('are answered once each by a job that may be interrupted; the decision doesn’t wait for the job', async () => {
      const { db, queue: jobs } = server.app;
      expect((await post(caseId, { decision: 'warn', reason: 'Once more.' })).status).toBe(200);
      expect(await told()).toEqual({ mails: 0, notices: 0 });
      const decided = { caseId, outcome: 'warned' } as const;
      const waiting = (await jobs.boss.findJobs<object>(notifyReportersJob.name)).map(({ data }) => data);
      expect(waiting.filter((data) => 'caseId' in data && data.caseId === caseId)).toEqual([decided]);

      // Another transaction holds a row that the job must write in its third page, until the worker is stopped.
      const [blocked] = await db<{ id: string }[]>`
        select id from reports where case_id = ${caseId} order by id offset 250 limit 1`;
      const stop = new AbortController();
      let broken: Promise<unknown> = Promise.resolve();
      const blocking = db.begin(async (tx) => {
        await tx`insert into outbox (id, "to", subject, text, html, kind, dedupe_key)
            values (${newId()}, 'a@example.org', 's', 't', 'h', 'report', ${`report:${caseId}:warned:${blocked!.id}`})`;
        broken = notifyReporters(server.app, decided, stop.signal).catch((error: unknown) => error);
        await untilWaiting(db, 1);
        stop.abort(new Error('The worker stops.'));
        throw new Error('Undone.');
      });
      await expect(blocking).rejects.toThrow('Undone.');
      expect(await broken).toEqual(new Error('The worker stops.'));
      expect(await told()).toEqual({ mails: 300, notices: 300 });
      for (let round = 0; round < 2; round += 1) await notifyReporters(server.app, decided, never);
      expect(await told()).toEqual({ mails: MANY, notices: MANY });
    });

    it('lead to no notification about a decision that another decision has replaced', async () => {
      await notifyReporters(server.app, { caseId, outcome: 'removed' }, never);
      expect(await told()).toEqual({ mails: MANY, notices: MANY });
    });
  });

  it('hide a song that a decision removed, block its publication, and can be reversed to restore it', async () => {
    const id = await media('Taken down');
    const before = (await owner.client.get(`/api/media/${id}`)).body;
    await report(listener, 'media', id);
    const { id: caseId } = await caseOf(id);
    expect((await decide(caseId, { decision: 'remove', reason: 'Not theirs.' })).body).toMatchObject({
      state: 'removed',
      can: ['reinstate'],
    });
    for (const { client } of [listener, { client: server.visitor() }])
      expect((await client.get(`/api/media/${id}`)).status).toBe(404);
    const list = await server.visitor().post(`/api/media/user/${owner.me.id}`, {});
    expect(JSON.stringify(list.body)).not.toContain(id);
    const shown = (await owner.client.get(`/api/media/${id}`)).body;
    expect([shown.published, shown.can.publish, shown.can.submit]).toEqual([false, false, false]);
    for (const change of [{ published: true }, { allowCuration: true }])
      expect((await owner.client.put(`/api/media/${id}`, change)).status).toBe(409);
    const [kept] = await server.app.db`select 1 from sources where owner_id = ${id}`;
    expect(kept).toBeDefined();
    expect((await decide(caseId, { decision: 'reinstate', reason: 'A mistake.' })).body.state).toBe('reinstated');
    const after = (await server.visitor().get(`/api/media/${id}`)).body;
    expect([after.published, after.publishedOn, after.allowCuration]).toEqual([
      true,
      before.publishedOn,
      before.allowCuration,
    ]);
  });

  it('suspend the reported account for the given time; an account can’t be removed', async () => {
    const person = await server.signUp({ firstName: 'Sue' });
    await report(listener, 'user', person.me.id, { reason: 'impersonation' });
    const { id, can } = await caseOf(person.me.id);
    expect(can).toEqual(['dismiss', 'warn', 'suspend']);
    expect((await decide(id, { decision: 'remove', reason: 'x' })).status).toBe(409);
    expect((await decide(id, { decision: 'suspend', reason: 'x' })).body.errors[0].field).toBe('days');
    expect((await decide(id, { decision: 'suspend', reason: 'Not who she says.', days: 7 })).body.state).toBe(
      'suspended',
    );
    expect((await person.client.get('/api/users/me')).status).toBe(401);
    expect((await mails(listener)).at(-1)?.text).toContain('The account was suspended.');
  });

  it('about an administrator are decided by another administrator, unless there is none', async () => {
    const reported = await server.signUp({ firstName: 'Ada', role: 'admin' });
    const id = await insertMedia(server.app.db, { musicianId: reported.me.id, title: 'Ada’s own' });
    await report(listener, 'media', id);
    const { id: caseId } = await caseOf(id);
    const own = `/api/admin/reports/${caseId}`;
    const give = (decision: string) =>
      reported.client.post(`${own}/decision`, { decision, reason: 'I say so myself.' });
    for (const address of [own, '/api/admin/reports?size=100']) {
      const { case: one, cases } = (await reported.client.get(address)).body;
      expect((one ?? cases.find((it: { id: string }) => it.id === caseId)).can).toEqual([]);
    }
    const refused = await give('dismiss');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This report is about you. Another administrator decides it.',
    ]);
    expect((await decide(caseId, { decision: 'remove', reason: 'Not hers.' })).body.can).toEqual(['reinstate']);
    expect((await give('reinstate')).status).toBe(403);
    await server.app.db`update users set role = 'user' where id = ${admin.me.id}`;
    try {
      expect((await reported.client.get(own)).body.case.can).toEqual(['reinstate']);
      expect((await give('reinstate')).body.state).toBe('reinstated');
    } finally {
      await server.app.db`update users set role = 'admin' where id = ${admin.me.id}`;
      await server.app.db`update users set role = 'user' where id = ${reported.me.id}`;
    }
  });

  it('include flags of comments, which can be given a reason, and removing the comment deletes it', async () => {
    const id = await media('Discussed');
    const comment = (await owner.client.post(`/api/comments/${id}`, { comment: 'Rude.' })).body.id;
    await report(listener, 'comment', comment, { reason: 'hate', words: 'Look.' });
    await listener.client.post(`/api/comments/${comment}/flag`);
    const other = await server.signUp();
    await other.client.post(`/api/comments/${comment}/flag`);
    const found = await caseOf(comment);
    expect(found).toMatchObject({ excerpt: { title: 'Comment on Discussed', text: 'Rude.' }, reports: 2 });
    expect(found.reasons.toSorted()).toEqual(['hate', 'other']);
    await decide(found.id, { decision: 'remove', reason: 'Rude indeed.' });
    expect((await server.visitor().get(`/api/comments/${id}`)).body.total).toBe(0);
  });

  it('are deleted with the reporter’s account, and the case can still be decided', async () => {
    const id = await media('Orphaned');
    const gone = await server.signUp();
    await report(gone, 'media', id);
    await admin.client.delete(`/api/users/${gone.me.id}`);
    const found = await caseOf(id);
    expect([found.excerpt.title, found.reports]).toEqual(['Orphaned', 0]);
    expect((await decide(found.id, { decision: 'dismiss', reason: 'Nothing there.' })).status).toBe(200);
  });

  it('about accounts and messages leave no name in the audit log once the account is deleted', async () => {
    const [person, reader] = [await server.signUp({ firstName: 'Quentina' }), await server.signUp()];
    const { message: said } = await message(person, reader, 'Hello?');
    await report(listener, 'user', person.me.id);
    await report(reader, 'message', said.id);
    for (const subject of [person.me.id, said.id])
      expect((await decide((await caseOf(subject)).id, { decision: 'dismiss', reason: 'Fine.' })).status).toBe(200);
    const { entries } = (await admin.client.get('/api/admin/audit?act=decided-report&size=2')).body;
    expect(entries.map(({ subject }: { subject: object }) => subject)).toEqual([
      { kind: 'message', id: said.id, name: null },
      { kind: 'user', id: person.me.id, name: person.me.displayName },
    ]);
    const post = (await person.client.post('/api/posts', { text: 'Loud.' })).body;
    await admin.client.delete(`/api/posts/${post.id}`);
    await admin.client.delete(`/api/users/${person.me.id}`);
    const rows = await server.app.db<{ row: object }[]>`select to_jsonb(l) as row from audit_log l`;
    expect(JSON.stringify(rows)).toContain(post.id);
    expect(JSON.stringify(rows)).not.toContain('Quentina');
  });

  it('open another case if they are sent at the moment of a decision', async () => {
    const id = await media('Decided just now');
    await report(listener, 'media', id);
    const { id: caseId } = await caseOf(id);
    const { db } = server.app;
    const other = await server.signUp();
    const { promise: answer, resolve } = Promise.withResolvers<{ status: number }>();
    await db.begin(async (tx) => {
      await lockCase(tx, caseId);
      void report(other, 'media', id).then(resolve);
      await untilWaiting(db, 1);
      await writeDecision(tx, caseId, { state: 'dismissed', by: admin.me.id, reason: 'Nothing there.' });
    });
    expect((await answer).status).toBe(200);
    const fresh = await caseOf(id);
    expect([fresh.id === caseId, fresh.state, fresh.reports]).toEqual([false, 'open', 1]);
  });
});
