import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTS, type AuditEntry } from '@scoville/contract/accounts/audit.ts';
import { image } from '../../../fixtures/files.ts';
import { routesOf } from '../../app.ts';
import { newId } from '../../platform/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { suspensionMail } from '../../community/suspensions/suspension.template.ts';

/**
 * The calls that only administrators and reviewers make, and the act that each is recorded as. This repeats the code on
 * purpose.
 */
const KEPT_AS = {
  'DELETE /api/users/:id': 'deleted-user',
  'PUT /api/users/:id/suspension': 'suspended-user',
  'DELETE /api/users/:id/suspension': 'lifted-suspension',
  'POST /api/users/:id/second-factor/remove': 'removed-second-factor',
  'PUT /api/users/:id/email': 'changed-email',
  'POST /api/media/reject/:id': 'rejected-media',
  'POST /api/media/hand-over/:id': 'handed-over-review',
  'POST /api/media/reopen/:id': 'reopened-review',
  'POST /api/system-message': 'wrote-system-message',
  'DELETE /api/system-message/:id': 'removed-system-message',
  'PUT /api/ab/:id': 'changed-ad',
  'DELETE /api/ab/:id': 'deleted-ad',
  'POST /api/admin/reports/:id/decision': 'decided-report',
  'PUT /api/ab/ab-settings': 'changed-ad-settings',
  'PUT /api/ab/ab-positions': 'ordered-ads',
  'PUT /api/genres/positions': 'ordered-categories',
  'PUT /api/moods/positions': 'ordered-categories',
  'POST /api/ab/sendStatsEmail/:id': 'sent-ad-stats',
  'POST /api/outbox/:id/retry': 'retried-mail',
  'POST /api/outbox/:id/cancel': 'cancelled-mail',
  'DELETE /api/outbox/refused-addresses/:id': 'lifted-refusal',
  'POST /api/admin/bulk-runs': 'started-bulk-action',
};
/** Calls that change nothing, or only what belongs to the caller. */
const HARMLESS = ['POST /api/system-message/preview', 'DELETE /api/admin/bulk-runs/:id', 'PUT /api/review/choices'];

describe('the audit log', () => {
  let server: TestServer;
  let admin: Account;
  let curator: Account;
  let musician: Account;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin', firstName: 'Ada' });
    curator = await server.signUp({ isCurator: true, firstName: 'Cleo' });
    musician = await server.signUp({ firstName: 'Mo' });
  });
  afterAll(() => server.close());

  /** Entries that were written while `work` ran, oldest first, without fields that differ from run to run. */
  const written = async (work: () => Promise<{ status: number } | void>) => {
    const [before] = await server.app.db<{ n: number }[]>`select count(*)::int as n from audit_log`;
    const answer = await work();
    const { entries, total } = (await admin.client.get('/api/admin/audit?size=100')).body;
    const fresh = entries.slice(0, total - (before?.n ?? 0)).toReversed();
    return {
      status: answer?.status,
      acts: fresh.map(({ act, actor, subject, details }: AuditEntry) => ({ act, actor, subject, details })),
    };
  };
  const by = ({ me }: Account) => ({ id: me.id, name: me.displayName });
  const media = (more: object = {}) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Cast Iron', ...more });

  it('records every call that only administrators and reviewers make', () => {
    const theirs = routesOf(server.app)
      .map(({ endpoint }) => endpoint)
      .filter(({ access, changesState }) => (access === 'admin' || access === 'curator') && changesState)
      .map(({ method, path }) => `${method} ${path}`);
    expect(theirs.toSorted()).toEqual([...Object.keys(KEPT_AS), ...HARMLESS].toSorted());
    expect(Object.values(KEPT_AS).every((act) => (ACTS as readonly string[]).includes(act))).toBe(true);
  });

  it('records acts on accounts, with their actor', async () => {
    const { client } = admin;
    const person = await server.signUp({ firstName: 'Pia' });
    const { id } = person.me;
    const subject = { kind: 'user', id, name: person.me.displayName };
    const one = (act: string, details: object = {}) => [{ act, actor: by(admin), subject, details }];
    expect((await written(() => client.put(`/api/users/${id}`, { isCurator: true, bio: 'A secret.' }))).acts).toEqual(
      one('changed-user', { isCurator: 'true', changed: 'bio' }),
    );
    expect((await written(() => client.put(`/api/users/${id}`, { role: 'admin' }))).acts).toEqual(
      one('changed-user', { role: 'admin' }),
    );
    await client.put(`/api/users/${id}`, { role: 'user' });
    const suspended = await written(() => client.put(`/api/users/${id}/suspension`, { reason: 'Spam.', days: null }));
    expect(suspended.acts).toEqual(one('suspended-user', { until: 'lifted', reason: 'Spam.' }));
    expect((await written(() => client.delete(`/api/users/${id}/suspension`))).acts).toEqual(one('lifted-suspension'));
    // The account's name is removed, but the deletion and its actor stay in the log.
    expect((await written(() => client.delete(`/api/users/${id}`))).acts).toEqual([
      { act: 'deleted-user', actor: by(admin), subject: { ...subject, name: null }, details: {} },
    ]);
  });

  it('records who changed, scored, rejected and deleted a song or video', async () => {
    const id = await media({ allowCuration: true });
    const one = (account: Account, act: string, of: string, details: object = {}) => [
      { act, actor: by(account), subject: { kind: 'media', id: of, name: 'Cast Iron' }, details },
    ];
    const curationStats = { storytelling: 70, execution: 71, thumbnailArt: 72 };
    const scored = await written(() =>
      curator.client.put(`/api/media/${id}`, { curationStats, curationMessage: 'Warm.' }),
    );
    expect(scored.acts).toEqual(
      one(curator, 'changed-media', id, {
        storytelling: '70',
        execution: '71',
        thumbnailArt: '72',
        changed: 'curationStats, curationMessage',
      }),
    );
    expect((await written(() => admin.client.put(`/api/media/${id}`, { published: false }))).acts).toEqual(
      one(admin, 'changed-media', id, { published: 'false' }),
    );
    const waiting = await media({ allowCuration: true });
    expect((await written(() => curator.client.post(`/api/media/reject/${waiting}`))).acts).toEqual(
      one(curator, 'rejected-media', waiting),
    );
    const { verdictOn } = (await admin.client.get(`/api/media/${waiting}`)).body;
    expect((await written(() => admin.client.post(`/api/media/reopen/${waiting}`, { verdictOn }))).acts).toEqual(
      one(admin, 'reopened-review', waiting),
    );
    const ordered = await written(() =>
      admin.client.put('/api/media/positions', { id: musician.me.id, positions: [{ id, position: 2 }] }),
    );
    expect(ordered).toMatchObject({ status: 200, acts: [{ act: 'ordered-media', subject: { name: 'Mo Tester' } }] });
    expect((await written(() => admin.client.delete(`/api/media/${id}`))).acts).toEqual(
      one(admin, 'deleted-media', id),
    );
  });

  it('records who deleted a comment, changed a picture, resent mail and wrote to all users', async () => {
    const id = await media();
    const comment = (await curator.client.post(`/api/comments/${id}`, { comment: 'Loud.' })).body;
    expect((await written(() => admin.client.delete(`/api/comments/${comment.id}`))).acts).toEqual([
      {
        act: 'deleted-comment',
        actor: by(admin),
        subject: { kind: 'comment', id: comment.id, name: 'Cast Iron' },
        details: {},
      },
    ]);
    const post = (await curator.client.post('/api/posts', { text: 'Loud.' })).body;
    expect((await written(() => admin.client.delete(`/api/posts/${post.id}`))).acts).toMatchObject([
      { act: 'deleted-post', subject: { kind: 'post', id: post.id } },
    ]);
    const bytes = await readFile(await image({ width: 300, height: 300, format: 'png' }));
    const fields = { imageType: 'artwork', targetId: id };
    const picture = await written(() =>
      admin.client.upload('/api/upload/image', { field: 'image', name: 'a.png', bytes }, fields),
    );
    expect(picture.acts).toMatchObject([{ act: 'changed-picture', subject: { kind: 'picture', id, name: 'artwork' } }]);
    const { db } = server.app;
    const template = suspensionMail({
      product: 'x',
      name: 'x',
      until: 'x',
      reason: 'x',
      contactUrl: 'https://x.example',
    });
    await writeMail(db, { to: 'a@example.org', subject: 'x', kind: 'suspension', dedupeKey: newId(), template });
    const [mail] = await db<{ id: string }[]>`update outbox set state = 'failed' returning id`;
    const mailed = { kind: 'mail', id: mail!.id, name: 'suspension' };
    expect((await written(() => admin.client.post(`/api/outbox/${mail!.id}/retry`))).acts).toMatchObject([
      { act: 'retried-mail', subject: mailed },
    ]);
    expect((await written(() => admin.client.post(`/api/outbox/${mail!.id}/cancel`))).acts).toMatchObject([
      { act: 'cancelled-mail', subject: mailed },
    ]);
    const message = (await admin.client.post('/api/system-message', { message: 'x' })).body.systemMessage;
    expect((await written(() => admin.client.delete(`/api/system-message/${message.id}`))).acts).toMatchObject([
      { act: 'removed-system-message', subject: { kind: 'system-message', id: message.id } },
    ]);
    expect((await admin.client.get('/api/admin/audit?act=wrote-system-message')).body).toMatchObject({
      total: 1,
      entries: [{ subject: { id: message.id } }],
    });
  });

  it('records who uploaded, changed, ordered, mailed and deleted an ad', async () => {
    const { client } = admin;
    const bytes = await readFile(await image({ width: 300, height: 300, format: 'png' }));
    const startDate = new Date().toISOString();
    const adWindow = JSON.stringify({ type: 'impressions', startDate, impressionLimit: 100 });
    const fields = {
      isAd: 'true',
      type: 'poster',
      title: 'Guitars',
      email: 'a@example.org',
      displayLength: '8',
      adWindow,
    };
    const one = (act: string, id: string, details: object = {}) => [
      { act, actor: by(admin), subject: { kind: 'ad', id, name: 'Guitars' }, details },
    ];
    const uploaded = await written(() => client.upload('/api/upload', { name: 'a.png', bytes }, fields));
    const id = String(uploaded.acts[0]?.subject.id);
    expect(uploaded).toEqual({ status: 202, acts: one('uploaded-ad', id) });
    expect((await written(() => client.put(`/api/ab/${id}`, { skipAfter: 5 }))).acts).toEqual(
      one('changed-ad', id, { skipAfter: '5' }),
    );
    const settings = (await client.get('/api/ab')).body.settings;
    expect((await written(() => client.put('/api/ab/ab-settings', settings))).acts).toMatchObject([
      { act: 'changed-ad-settings', details: { playInterval: String(settings.playInterval) } },
    ]);
    const ordered = await written(() => client.put('/api/ab/ab-positions', { positions: [{ id, position: 1 }] }));
    expect(ordered.acts).toMatchObject([{ act: 'ordered-ads' }]);
    expect((await written(() => client.post(`/api/ab/sendStatsEmail/${id}`))).acts).toEqual(one('sent-ad-stats', id));
    expect((await written(() => client.delete(`/api/ab/${id}`))).acts).toEqual(one('deleted-ad', id));
  });

  it('records who reordered genres, moods and their songs and videos', async () => {
    const { client } = admin;
    for (const kind of ['genre', 'mood'] as const) {
      const [first] = (await client.get(`/api/${kind}s`)).body[`${kind}s`];
      const positions = [{ id: first.id, position: 1 }];
      const all = await written(() => client.put(`/api/${kind}s/positions`, { positions }));
      expect(all).toMatchObject({
        status: 200,
        acts: [{ act: 'ordered-categories', actor: by(admin), subject: { kind, id: 'order' } }],
      });
      const id = await media({ scores: [80, 80, 80], [`${kind}Id`]: first.id });
      const one = await written(() =>
        client.put('/api/media/positions', { scope: kind, id: first.id, positions: [{ id, position: 1 }] }),
      );
      expect(one).toMatchObject({ status: 200, acts: [{ act: 'ordered-playlist', subject: { kind, id: first.id } }] });
    }
  });

  it('doesn’t record rejected calls, or users’ changes to their own content', async () => {
    const id = await media();
    const refused = await written(async () => {
      await admin.client.put(`/api/users/${newId()}`, { isCurator: true });
      await admin.client.delete(`/api/system-message/${newId()}`);
      await curator.client.put(`/api/media/${id}`, { title: 'Not mine' });
    });
    expect(refused.acts).toEqual([]);
    const own = await written(async () => {
      await musician.client.put(`/api/media/${id}`, { title: 'Mine' });
      await musician.client.delete(`/api/media/${id}`);
      await admin.client.put(`/api/users/${admin.me.id}`, { bio: 'My own.' });
    });
    expect(own.acts).toEqual([]);
  });

  it('can be read only by administrators, filtered by act and actor', async () => {
    for (const { client } of [curator, musician]) expect((await client.get('/api/admin/audit')).status).toBe(403);
    const { entries } = (await admin.client.get(`/api/admin/audit?actor=${curator.me.id}&size=100`)).body;
    expect(entries.length).toBeGreaterThan(1);
    expect(new Set(entries.map(({ actor }: { actor: { id: string } }) => actor.id))).toEqual(new Set([curator.me.id]));
    expect((await admin.client.get('/api/admin/audit?act=other')).status).toBe(400);
  });

  it('can be searched by the subject’s former name, its account and the actor', async () => {
    const person = await server.signUp({ firstName: 'Wilhelmina' });
    const worker = await server.signUp({ isCurator: true, firstName: 'Zacharias' });
    const id = await media({ title: 'Copper Kettle', allowCuration: true });
    await worker.client.post(`/api/media/reject/${id}`);
    await admin.client.put(`/api/users/${person.me.id}`, { isCurator: true });
    await admin.client.put(`/api/media/${id}`, { published: false });
    const found = async (query: string) => {
      const { entries, total } = (await admin.client.get(`/api/admin/audit?${query}`)).body;
      expect(entries).toHaveLength(total);
      return entries.map(({ act }: AuditEntry) => act);
    };
    // An act that matches in two ways is listed once.
    expect(await found('q=kettle')).toEqual(['changed-media', 'rejected-media']);
    expect(await found('q=kettle&act=rejected-media')).toEqual(['rejected-media']);
    expect(await found(`q=KETTLE&actor=${admin.me.id}`)).toEqual(['changed-media']);
    expect(await found('q=wilhelm')).toEqual(['changed-user']);
    expect(await found('q=Zacha')).toEqual(['rejected-media']);
    expect(await found('q=acharias')).toEqual(['rejected-media']);
    expect(await found('q=charias')).toEqual([]);
    await admin.client.put(`/api/users/${person.me.id}`, { isCurator: false });
    await admin.client.delete(`/api/users/${person.me.id}`);
    expect(await found('q=wilhelm')).toEqual([]);
  });

  it('is append-only: the database rejects every other change', async () => {
    const { db } = server.app;
    const before = await db`select * from audit_log order by id`;
    expect(before.length).toBeGreaterThan(0);
    const refusal = 'The audit log is append-only.';
    await expect(db`update audit_log set act = 'nothing'`).rejects.toThrow(refusal);
    await expect(db`delete from audit_log`).rejects.toThrow(refusal);
    await expect(db`truncate audit_log`).rejects.toThrow(refusal);
    expect(await db`select * from audit_log order by id`).toEqual(before);
  });
});
