import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { markRefused } from '../../platform/mail/outbox.queries.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { announceToAll, notifyAllFollowers } from '../../testkit/followers.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import type { Account } from '../../testkit/server.ts';

let server: MailTestServer;
let star: Account;
beforeAll(async () => {
  server = await startMailTestServer();
  star = await signUp('Stella');
});
afterEach(async () => {
  const { db } = server.app;
  await db`delete from follows`;
  await db`delete from post_turns`;
  await server.clearMail();
  await db`delete from refused_addresses`;
});
afterAll(() => server.close());

async function signUp(firstName: string): Promise<Account> {
  const account = await server.signUp({ firstName });
  await server.app.db`update users set email_verified_at = now() where id = ${account.me.id}`;
  return account;
}
const isDone = ({ status }: { status: number }) => expect(status).toBe(200);
const follow = async ({ client }: Account, type = 'published') =>
  isDone(await client.post(`/api/media/subscribe/${star.me.id}`, { type }));
async function unfollow({ client }: Account): Promise<void> {
  const { subscription } = (await client.get(`/api/media/subscribe/${star.me.id}`)).body;
  isDone(await client.delete(`/api/media/unsubscribe/${subscription.id}`));
}
async function followAsGuest(email: string, type = 'published'): Promise<void> {
  await server.app.db`
    insert into follows (id, musician_id, email, type, confirmed_at)
    values (${newId()}, ${star.me.id}, ${email}, ${type}, now())`;
}
/** Sends all queued mail, and returns the receiver and subject of each news mail. */
async function received(): Promise<string[]> {
  await sendMail(server.app);
  return server.smtp.received
    .filter(({ mail }) => /New by|was scored|News from/.test(mail.subject ?? ''))
    .map(({ to, mail }) => `${to}: ${mail.subject}`)
    .toSorted();
}
const told = async ({ client }: Account): Promise<string[]> =>
  (await client.get('/api/notifications')).body.notifications.map(({ text }: { text: string }) => text);

const { signal } = new AbortController();
/** Returns a signal that stops a job before it lists followers for the given time. */
const endingAt = (time: number): AbortSignal => {
  const stop = new AbortController();
  let times = 0;
  stop.signal.throwIfAborted = () => {
    if (++times >= time) throw new Error('stopped');
  };
  return stop.signal;
};
async function writePost(): Promise<string> {
  const answer = await star.client.post('/api/posts', { text: 'On tour in May.' });
  isDone(answer);
  return answer.body.id;
}

describe('news for guests', () => {
  it('skips an address that refuses mail, for guests and members alike, until it accepts mail again', async () => {
    const member = await signUp('Fay');
    await follow(member);
    await followAsGuest('Gone@example.org');
    await followAsGuest('doubtful@example.org');
    await followAsGuest('here@example.org');
    for (const address of ['gone@example.org', member.me.email])
      await markRefused(server.app.db, address, '550 5.1.1 No such user', true);
    await markRefused(server.app.db, 'doubtful@example.org', '550 no', false);
    await announceToAll(server.app, await insertMedia(server.app.db, { musicianId: star.me.id, title: 'Ash' }), signal);
    await notifyAllFollowers(server.app, await writePost(), signal);
    expect(await received()).toEqual(
      ['doubtful@example.org', 'here@example.org'].flatMap((to) => [
        `${to}: New by Stella Tester: Ash`,
        `${to}: News from Stella Tester`,
      ]),
    );
    expect(await told(member)).toHaveLength(2);

    // The address accepts the confirmation mail of another subscription, so it gets news again.
    const other = await signUp('Otto');
    isDone(
      await server.visitor().post(`/api/media/subscribe/${other.me.id}`, {
        type: 'published',
        subscriberEmail: 'gone@example.org',
      }),
    );
    await sendMail(server.app);
    server.smtp.received.splice(0);
    await announceToAll(server.app, await insertMedia(server.app.db, { musicianId: star.me.id, title: 'Oak' }), signal);
    expect(await received()).toContain('Gone@example.org: New by Stella Tester: Oak');
  });

  it('is not written to an address again after a mail server rejected it as unknown', async () => {
    await followAsGuest('gone@example.org');
    server.smtp.refusals.set('gone@example.org', { code: 550, message: '5.1.1 No such user' });
    for (const title of ['One', 'Two']) {
      await announceToAll(server.app, await insertMedia(server.app.db, { musicianId: star.me.id, title }), signal);
      await sendMail(server.app);
    }
    expect(await server.app.db`select subject, state from outbox where kind = 'release'`).toEqual([
      { subject: 'New by Stella Tester: One', state: 'failed' },
    ]);
  });
});

describe('a follower', () => {
  it('is notified once of a post, even if they cancel and subscribe again while the job runs', async () => {
    const member = await signUp('Fay');
    await follow(member, 'curated');
    await followAsGuest('Guest@example.org', 'curated');
    const post = await writePost();
    await expect(notifyAllFollowers(server.app, post, endingAt(2))).rejects.toThrow('stopped');
    const once = [`Guest@example.org: News from Stella Tester`, `${member.me.email}: News from Stella Tester`];
    expect(await received()).toEqual(once);

    await unfollow(member);
    await follow(member, 'curated');
    await server.app.db`delete from follows where email = 'guest@example.org'`;
    await followAsGuest('guest@example.org', 'published');
    await notifyAllFollowers(server.app, post, signal);
    expect(await received()).toEqual(once);
    expect(await told(member)).toEqual(['News from Stella Tester']);
  });

  it('is notified once of a song or video, even if their type of subscription changes while the job runs', async () => {
    const [member, switching] = [await signUp('Fay'), await signUp('Sue')];
    await follow(member, 'curated');
    await follow(switching, 'curated');
    await followAsGuest('guest@example.org', 'curated');
    const id = await insertMedia(server.app.db, { musicianId: star.me.id, title: 'Ash', scores: [80, 80, 80] });
    await expect(announceToAll(server.app, id, endingAt(2))).rejects.toThrow('stopped');
    const once = ['guest@example.org', member.me.email, switching.me.email].map(
      (to) => `${to}: Ash by Stella Tester was scored 80`,
    );
    expect(await received()).toEqual(once);

    await unfollow(member);
    await follow(member, 'published');
    await follow(switching, 'published');
    await server.app.db`delete from follows where email = 'guest@example.org'`;
    await followAsGuest('guest@example.org', 'published');
    await announceToAll(server.app, id, signal);
    expect(await received()).toEqual(once);
    for (const one of [member, switching])
      expect(await told(one)).toEqual(['Ash by Stella Tester was scored 80 out of 100']);
  });

  it('gets one mail as a guest, even if an account confirms the guest’s address while the job runs', async () => {
    const late = await server.signUp({ firstName: 'Lea' });
    await followAsGuest(late.me.email, 'curated');
    const post = await writePost();
    await expect(notifyAllFollowers(server.app, post, endingAt(2))).rejects.toThrow('stopped');
    await server.app.db`update users set email_verified_at = now() where id = ${late.me.id}`;
    await notifyAllFollowers(server.app, post, signal);
    expect(await received()).toEqual([`${late.me.email}: News from Stella Tester`]);
    expect(await told(late)).toEqual(['News from Stella Tester']);
  });
});

describe('a queued mail', () => {
  it('is not sent after the receiver cancels and subscribes again, because its links would do nothing', async () => {
    const member = await signUp('Fay');
    await follow(member);
    await followAsGuest('guest@example.org');
    await notifyAllFollowers(server.app, await writePost(), signal);
    await unfollow(member);
    await follow(member);
    await server.app.db`delete from follows where email = 'guest@example.org'`;
    await followAsGuest('guest@example.org');
    expect(await received()).toEqual([]);
    expect(await server.app.db`select distinct state, error from outbox where kind = 'post'`).toEqual([
      { state: 'cancelled', error: 'The subscription was cancelled.' },
    ]);
  });

  it('is sent to a guest whose subscription has moved to an account', async () => {
    const late = await server.signUp({ firstName: 'Lea' });
    await followAsGuest(late.me.email);
    await notifyAllFollowers(server.app, await writePost(), signal);
    await announceToAll(server.app, await insertMedia(server.app.db, { musicianId: star.me.id, title: 'Ash' }), signal);
    await server.app.db`update users set email_verified_at = now() where id = ${late.me.id}`;
    expect(await received()).toHaveLength(2);
  });

  it('is sent even if its key has the earlier format with the subscription’s id', async () => {
    await followAsGuest('guest@example.org');
    const [row] = await server.app.db<{ id: string }[]>`select id from follows`;
    await notifyAllFollowers(server.app, await writePost(), signal);
    const media = await insertMedia(server.app.db, { musicianId: star.me.id, title: 'Ash' });
    await announceToAll(server.app, media, signal);
    await server.app.db`
      update outbox set dedupe_key = regexp_replace(dedupe_key, '[^:]+$', ${row?.id ?? ''}) where kind = 'post'`;
    await server.app.db`
      update outbox set dedupe_key = ${`release:${media}:published:${row?.id}`} where kind = 'release'`;
    expect(await received()).toHaveLength(2);
  });
});
