import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { mailMessages } from './mail-messages.ts';
import { deleteMessage } from './messages.queries.ts';

describe('the mail about unread messages', () => {
  let server: TestServer;
  let me: Account;
  let ann: Account;
  let ben: Account;
  let cleo: Account;
  beforeAll(async () => {
    server = await startTestServer();
    me = await server.signUp({ firstName: 'Lou' });
    const signUp = (firstName: string) => server.signUp({ firstName });
    [ann, ben, cleo] = [await signUp('Ann'), await signUp('Ben'), await signUp('Cleo')];
    for (const one of [ann, ben, cleo])
      await me.client.post(`/api/media/subscribe/${one.me.id}`, { type: 'published' });
    await server.app.db`update users set email_verified_at = now()`;
  });
  afterAll(() => server.close());

  const write = async (from: Account, text: string): Promise<string> => {
    const message = { convo: { users: [me.me.id] }, message: { text } };
    return (await from.client.post('/api/messages', message)).body.convo.id;
  };
  let jobs = 0;
  /** Makes unread messages look unread for at least these seconds, runs the job, and returns its mails. */
  const mailed = async (seconds = 300) => {
    const since = new Date(Date.now() - seconds * 1000);
    // Moves the messages back by the same time, so that messages read before are still older. They take a detour via
    // another century, because two messages of a conversation may never have the same time, not even in between.
    const away = server.app.db`interval '100 years'`;
    for (const by of [away, server.app.db`(o.unread_since - ${since}) - ${away}`])
      await server.app.db`
        update messages m set created_at = m.created_at - (${by}) from conversation_members o
        where o.conversation_id = m.conversation_id and o.user_id = ${me.me.id} and o.unread_since > ${since}`;
    await server.app.db`
      update conversation_members set unread_since = ${since} where user_id = ${me.me.id} and unread_since > ${since}`;
    await server.app.db`delete from outbox where kind = 'message'`;
    await mailMessages(server.app, me.me.id, `job ${(jobs += 1)}`);
    return server.app.db<{ to: string; subject: string; text: string }[]>`
      select "to", subject, text from outbox where kind = 'message'`;
  };

  it('names the senders except those blocked since, and doesn’t quote the messages', async () => {
    for (const one of [ann, ben, cleo]) await write(one, 'The kettle sings');
    expect((await me.client.post(`/api/blocks/${cleo.me.id}`)).status).toBe(200);
    const [mail, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: me.me.email, subject: '2 people wrote to you' });
    expect(mail!.text.replaceAll(/\s+/g, ' ')).toContain(
      `${ann.me.displayName} and ${ben.me.displayName} wrote to you on Scoville`,
    );
    expect(mail!.text).not.toContain('Cleo');
    expect(mail!.text).not.toContain('kettle');
  });

  it('is sent once until the messages are read, and not for read or archived messages or requests', async () => {
    const convo = await write(ann, 'Once more');
    expect(await mailed()).toEqual([]);
    const put = (action: string) => me.client.put(`/api/convos/${convo}`, { action });
    await put('read');
    await write(ann, 'And again');
    expect(await mailed()).toMatchObject([{ subject: `${ann.me.displayName} wrote to you` }]);
    for (const action of ['read', 'archive']) {
      await put('read');
      await write(ann, 'Seen by now');
      await put(action);
      expect(await mailed()).toEqual([]);
    }
    await write(await server.signUp(), 'Do you know me?');
    await write(cleo, 'Nobody hears me');
    expect(await mailed()).toEqual([]);
  });

  it('leaves messages unread for less than five minutes to their own job', async () => {
    const convo = await write(ann, 'Are you reading?');
    await me.client.put(`/api/convos/${convo}`, { action: 'read' });
    await write(ann, 'You are');
    expect(await mailed(60)).toEqual([]);
    expect(await mailed(300)).toMatchObject([{ subject: `${ann.me.displayName} wrote to you` }]);
    const [{ jobs: waiting } = { jobs: 0 }] = await server.app.db<{ jobs: number }[]>`
      select count(*)::int as jobs from pgboss.job
      where name = 'mail-messages' and data->>'userId' = ${me.me.id} and start_after > now() + interval '4 minutes'`;
    expect(waiting).toBeGreaterThan(1);
  });

  it('is not sent after marking as unread by hand, and once for a new message after that', async () => {
    const convo = await write(ann, 'To be answered');
    for (const action of ['read', 'unread']) await me.client.put(`/api/convos/${convo}`, { action });
    expect(await mailed()).toEqual([]);
    await write(ann, 'No answer?');
    expect(await mailed()).toMatchObject([{ subject: `${ann.me.displayName} wrote to you` }]);
    await write(ann, 'Well then');
    expect(await mailed()).toEqual([]);
  });

  it('names all senders in a group, and waits for the next one if only a blocked member wrote', async () => {
    const dee = await server.signUp({ firstName: 'Dee' });
    const group = { users: [me.me.id, ann.me.id, ben.me.id, dee.me.id] };
    const say = async (from: Account, text: string): Promise<string> =>
      (await from.client.post('/api/messages', { convo: group, message: { text } })).body.convo.id;
    const convo = await say(ann, 'A concert');
    await say(ben, 'Where?');
    await say(dee, 'Buy tickets');
    expect((await me.client.post(`/api/blocks/${dee.me.id}`)).status).toBe(200);
    expect(await mailed()).toMatchObject([
      { subject: '2 people wrote to you', text: expect.not.stringContaining('Dee Tester') },
    ]);

    await me.client.put(`/api/convos/${convo}`, { action: 'read' });
    await me.client.delete(`/api/blocks/${dee.me.id}`);
    await say(dee, 'Really, buy tickets');
    await me.client.post(`/api/blocks/${dee.me.id}`);
    expect(await mailed()).toEqual([]);
    await say(ben, 'At eight');
    expect(await mailed()).toMatchObject([{ subject: `${ben.me.displayName} wrote to you` }]);
    await say(ann, 'Fine');
    expect(await mailed()).toEqual([]);
  });

  it('is not sent if a new message is deleted and only the mark as unread by hand is left', async () => {
    const convo = await write(ann, 'For later');
    for (const action of ['read', 'unread']) await me.client.put(`/api/convos/${convo}`, { action });
    await write(ann, 'Taken back');
    const [last] = await server.app.db<{ id: string }[]>`select latest_id as id from conversation_members
      where conversation_id = ${convo} and user_id = ${me.me.id}`;
    await transaction(server.app.db, (tx) => deleteMessage(tx, last!.id));
    expect((await me.client.get('/api/convos')).body.convos).toMatchObject([
      { id: convo, hasRead: false, latest: { text: 'For later' } },
      ...Array.from({ length: (await me.client.get('/api/convos')).body.convos.length - 1 }, () => ({})),
    ]);
    expect(await mailed()).toEqual([]);
    await write(ann, 'After all');
    expect(await mailed()).toMatchObject([{ subject: `${ann.me.displayName} wrote to you` }]);
  });
});
