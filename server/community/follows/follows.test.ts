import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { repairCounters } from '../../listening/stats/repair.queries.ts';
import { announceToAll } from '../../testkit/followers.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { insertUser } from '../../accounts/users/users.queries.ts';
import { countFollows } from './count-follows.ts';
import { deleteUnconfirmed } from './follows.queries.ts';
import { CONFIRM_SECONDS } from './follow-token.ts';

let server: TestServer;
let musician: Account;
let listener: Account;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://scoville.example' });
  musician = await server.signUp({ firstName: 'Juno' });
  listener = await server.signUp({ firstName: 'Lou' });
  await server.app.db`update users set email_verified_at = now()`;
});
afterEach(async () => {
  await server.app.db`delete from follows`;
  await server.app.db`delete from outbox`;
  await countFollows(server.app.db);
});
afterAll(() => server.close());

const follow = (who: { client: Account['client'] }, type: string, of = musician.me.id, more: object = {}) =>
  who.client.post(`/api/media/subscribe/${of}`, { type, ...more });
const asGuest = (email: string, type = 'published') =>
  follow({ client: server.visitor() }, type, musician.me.id, { subscriberEmail: email });
const mails = async (kind: string) =>
  (
    await server.app.db<{ to: string; subject: string; text: string; html: string }[]>`
    select "to", subject, text, html from outbox where kind = ${kind} order by "to", id`
  ).map((row) => ({ ...row }));
/** The path of the link in the last mail to an address. */
async function linkFor(email: string, kind: string): Promise<string> {
  const [row] = await server.app.db<{ text: string }[]>`
    select text from outbox where kind = ${kind} and "to" = ${email} order by created_at desc, id desc limit 1`;
  return /https:\/\/scoville\.example(\S+)/.exec(row?.text ?? '')?.[1] ?? '';
}
const confirm = async (email: string) =>
  server
    .visitor()
    .post(`/api/media/subscribe/confirm/${(await linkFor(email, 'follow-confirmation')).split('/').at(-1)}`, {});
const followers = async (id = musician.me.id): Promise<number> => {
  await countFollows(server.app.db);
  return (await server.visitor().get(`/api/users/${id}`)).body.subscriptionCount;
};

describe('subscribing to a musician’s news with an account', () => {
  it('SU-01 SU-11 SU-12 API-14 is stored for the signed-in user, counted, and listed for them', async () => {
    const stranger = await server.signUp();
    const { status, body } = await follow(listener, 'curated', musician.me.id, {
      subscribedTo: stranger.me.id,
      subscriber: stranger.me.id,
      subscriberEmail: 'somebody@example.org',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      type: 'curated',
      subscribedTo: musician.me.id,
      subscriber: listener.me.id,
      subscriberEmail: null,
      isConfirmed: true,
    });
    expect((await listener.client.get('/api/users/me')).body.following).toEqual([musician.me.id]);
    expect((await stranger.client.get('/api/users/me')).body.following).toEqual([]);
    expect(await followers()).toBe(1);
    expect(await repairCounters(server.app.db)).toEqual([]);

    const gone = await listener.client.delete(`/api/media/unsubscribe/${body.id}`);
    expect(gone).toMatchObject({ status: 200, body: { message: 'The subscription is cancelled.' } });
    expect((await listener.client.get('/api/users/me')).body.following).toEqual([]);
    expect(await followers()).toBe(0);
  });

  it('EN-10 has type, subscribedTo and subscriber, and for guests also subscriberEmail', async () => {
    const fields = async (answer: ReturnType<typeof follow>) => {
      const { type, subscribedTo, subscriber, subscriberEmail } = (await answer).body;
      return { type, subscribedTo, subscriber, subscriberEmail };
    };
    const subscribedTo = musician.me.id;
    expect(await fields(follow(listener, 'curated'))).toEqual({
      type: 'curated',
      subscribedTo,
      subscriber: listener.me.id,
      subscriberEmail: null,
    });
    expect(await fields(asGuest('guest@example.org', 'published'))).toEqual({
      type: 'published',
      subscribedTo,
      subscriber: null,
      subscriberEmail: 'guest@example.org',
    });
  });

  it('changes the type when repeated, and adds one subscription even for ten simultaneous calls', async () => {
    await follow(listener, 'published');
    await Promise.all(Array.from({ length: 10 }, () => follow(listener, 'curated')));
    const { body } = await listener.client.get('/api/media/subscriptions');
    expect(body).toMatchObject({ total: 1, subscriptions: [{ type: 'curated', musician: { id: musician.me.id } }] });
    expect((await listener.client.get(`/api/media/subscribe/${musician.me.id}`)).body).toMatchObject({
      subscription: { type: 'curated' },
    });
    expect(await followers()).toBe(1);
  });

  it('doesn’t deadlock if two users follow each other at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? follow(listener, 'published') : follow(musician, 'published', listener.me.id),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect([await followers(), await followers(listener.me.id)]).toEqual([1, 1]);
  });

  it('SU-03 SU-13 rejects other types, oneself, and unknown musicians', async () => {
    expect(await follow(listener, 'all')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'type', message: 'Choose what you want to hear about.' }] },
    });
    for (const type of ['curated', 'published']) expect((await follow(listener, type)).status).toBe(200);
    expect(await follow(musician, 'curated')).toMatchObject({
      status: 403,
      body: { message: 'You cannot subscribe to yourself.' },
    });
    expect((await follow(listener, 'curated', newId())).status).toBe(404);
    expect((await listener.client.get(`/api/media/subscribe/${newId()}`)).body).toEqual({ subscription: null });
  });

  it('is limited to a thousand musicians', async () => {
    const many = await server.signUp();
    await server.app.db`
      insert into users (id, email, original_email, first_name, last_name, display_name, plan)
      select gen_random_uuid(), 'm' || n || '@example.org', 'm' || n || '@example.org', 'M', 'M', 'M', 'mild'
      from generate_series(1, 1000) n`;
    await server.app.db`
      insert into follows (id, musician_id, subscriber_id, type, confirmed_at)
      select gen_random_uuid(), id, ${many.me.id}, 'published', now() from users where first_name = 'M'`;
    const one = await follow(many, 'published');
    expect(one).toMatchObject({
      status: 409,
      body: { message: 'You already follow 1,000 musicians, which is the limit. Cancel a subscription first.' },
    });
    const [known] = (await many.client.get('/api/media/subscriptions')).body.subscriptions;
    expect((await follow(many, 'curated', known.musician.id)).status).toBe(200);
    expect((await many.client.get('/api/users/me')).body.following.length).toBe(1000);
  });

  it('ends when either account is deleted', async () => {
    const [star, fan] = [await server.signUp(), await server.signUp()];
    await follow(fan, 'published', star.me.id);
    await follow(fan, 'published', musician.me.id);
    await follow(star, 'published', fan.me.id);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.delete(`/api/users/${fan.me.id}`)).status).toBe(200);
    expect(await server.app.db`select 1 from follows`).toEqual([]);
    expect([await followers(), await followers(star.me.id)]).toEqual([0, 0]);
    expect(await repairCounters(server.app.db)).toEqual([]);
  });
});

describe('subscribing to a musician’s news by e-mail', () => {
  it('SU-02 API-13 AC-13 sends mail after the guest confirms, and none after the guest cancels', async () => {
    const answer = await asGuest('guest@example.org');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: null,
        type: 'published',
        subscribedTo: musician.me.id,
        subscriber: null,
        subscriberEmail: 'guest@example.org',
        isConfirmed: false,
      },
    });
    expect(await followers()).toBe(0);
    await announce();
    expect(await mails('release')).toEqual([]);

    const [asked] = await mails('follow-confirmation');
    expect(asked).toMatchObject({
      to: 'guest@example.org',
      subject: `Confirm your subscription to ${musician.me.displayName}`,
    });
    expect(await confirm('guest@example.org')).toMatchObject({
      status: 200,
      body: { message: 'Successfully subscribed!', musician: { id: musician.me.id } },
    });
    // Mail programs may open a link twice, and people may click twice.
    expect((await confirm('guest@example.org')).status).toBe(200);
    expect(await followers()).toBe(1);
    await announce();
    expect((await mails('release')).map(({ to }) => to)).toEqual(['guest@example.org']);

    const [row] = await server.app.db<{ id: string }[]>`select id from follows`;
    const id = row?.id ?? '';
    const forged = await server.visitor().delete(`/api/media/unsubscribe/${id}?token=AAAAAAAAAAAAAAAAAAAAAA`);
    expect(forged).toMatchObject({ status: 403, body: { message: 'You can cancel your own subscriptions only.' } });
    expect((await server.visitor().delete(`/api/media/unsubscribe/${id}`)).status).toBe(403);
    const token = new URLSearchParams((await linkOut()).split('?')[1]).get('token');
    // A user who clicks again after a lost response gets the same response. Without the token, the response is 404.
    for (let time = 0; time < 2; time += 1)
      expect(await server.visitor().delete(`/api/media/unsubscribe/${id}?token=${token}`)).toMatchObject({
        status: 200,
        body: { message: 'The subscription is cancelled.' },
      });
    expect((await server.visitor().delete(`/api/media/unsubscribe/${id}`)).status).toBe(404);
    expect((await server.visitor().delete(`/api/media/unsubscribe/${newId()}?token=${token}`)).status).toBe(404);
    expect((await server.visitor().delete(`/api/media/unsubscribe/${newId()}`)).status).toBe(404);
    expect(await followers()).toBe(0);
    await server.app.db`delete from outbox`;
    await announce();
    expect(await mails('release')).toEqual([]);
  });

  it('is cancelled by a mail program’s one-click request, with nothing but the link', async () => {
    await asGuest('clicks@example.org');
    await confirm('clicks@example.org');
    await announce();
    const post = (address: string) =>
      server.http.inject({ method: 'POST', url: address, payload: 'List-Unsubscribe=One-Click' });
    const [row] = await server.app.db<{ url: string }[]>`
      select unsubscribe_url as url from outbox where kind = 'release'`;
    const address = (row?.url ?? '').replace('https://scoville.example', '');
    expect(address).toBe(await linkOut());
    expect(
      (await post(address.replace(/token=(.)/, (_, first) => `token=${first === 'A' ? 'B' : 'A'}`))).statusCode,
    ).toBe(400);
    expect((await post(address.replace(/&token=.*/, ''))).statusCode).toBe(400);
    expect(await followers()).toBe(1);
    for (let time = 0; time < 2; time += 1) expect((await post(address)).statusCode).toBe(200);
    expect(await followers()).toBe(0);
  });

  it('gives the same response for known and unknown addresses, and changes nothing until confirmed', async () => {
    const first = await asGuest('known@example.org', 'curated');
    await confirm('known@example.org');
    const again = await asGuest('KNOWN@example.org', 'published');
    expect({ ...again.body, subscriberEmail: '', type: '' }).toEqual({ ...first.body, subscriberEmail: '', type: '' });
    const types = () => server.app.db<{ type: string }[]>`select type from follows`;
    expect((await types()).map(({ type }) => type)).toEqual(['curated']);
    await confirm('KNOWN@example.org');
    expect((await types()).map(({ type }) => type)).toEqual(['published']);
  });

  it('asks an address to confirm once an hour, however often it is entered', async () => {
    for (let time = 0; time < 5; time += 1) await asGuest('pressed@example.org');
    const asked = await mails('follow-confirmation');
    // The hour may change during the test.
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked.length).toBeGreaterThan(0);
  });

  it('moves to the account with the same address once that address is verified', async () => {
    const late = await server.signUp();
    await server.app.db`update users set email_verified_at = null where id = ${late.me.id}`;
    await asGuest(late.me.email, 'curated');
    await confirm(late.me.email);
    expect((await late.client.get('/api/users/me')).body.following).toEqual([]);
    await server.app.db`update users set email_verified_at = now() where id = ${late.me.id}`;
    expect((await late.client.get('/api/users/me')).body.following).toEqual([musician.me.id]);
    expect((await late.client.get('/api/media/subscriptions')).body.subscriptions).toMatchObject([{ type: 'curated' }]);
    expect(await followers()).toBe(1);
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('moves immediately to an account that has verified the same address, or is created with it', async () => {
    const { db } = server.app;
    const notified = async () =>
      (await db`select 1 from notifications where user_id = ${musician.me.id} and kind = 'follower'`).length;
    const before = await notified();
    const proven = await server.signUp();
    await db`update users set email_verified_at = now() where id = ${proven.me.id}`;
    await asGuest(proven.me.email, 'curated');
    // A user who clicks again after a lost response gets the same response.
    const confirmed = { status: 200, body: { message: 'Successfully subscribed!', musician: { id: musician.me.id } } };
    for (let time = 0; time < 2; time += 1) expect(await confirm(proven.me.email)).toMatchObject(confirmed);
    expect((await proven.client.get('/api/users/me')).body.following).toEqual([musician.me.id]);
    expect(await notified()).toBe(before + 1);
    // A signed-out request for another type changes nothing: the account's type is kept, and the musician isn't
    // notified.
    await asGuest(proven.me.email, 'published');
    for (let time = 0; time < 2; time += 1) expect(await confirm(proven.me.email)).toMatchObject(confirmed);
    expect((await proven.client.get('/api/media/subscriptions')).body.subscriptions).toMatchObject([
      { type: 'curated' },
    ]);
    // A musician can't follow themselves with their own address.
    await asGuest(musician.me.email);
    for (let time = 0; time < 2; time += 1) expect(await confirm(musician.me.email)).toMatchObject(confirmed);
    expect(await notified()).toBe(before + 1);
    // An old link doesn't restore a subscription that the account cancelled.
    const [{ id: own } = { id: '' }] = await db<
      { id: string }[]
    >`select id from follows where subscriber_id = ${proven.me.id}`;
    expect((await proven.client.delete(`/api/media/unsubscribe/${own}`)).status).toBe(200);
    expect((await confirm(proven.me.email)).status).toBe(404);
    expect((await follow(proven, 'curated')).status).toBe(200);
    // An account from an identity provider is created with a verified address.
    const later = `later-${newId()}@example.org`;
    await asGuest(later);
    await confirm(later);
    const id = newId();
    const name = { firstName: 'Lea', lastName: 'Late', type: 'Musician' as const };
    await insertUser(db, { ...name, id, email: later, verified: true, passwordHash: null, role: 'user', plan: 'Free' });
    expect(await db`select 1 from follows where subscriber_id = ${id}`).toHaveLength(1);
    expect(await db`select 1 from follows where email is not null`).toHaveLength(0);
    expect(await followers()).toBe(2);
    expect(await repairCounters(db)).toEqual([]);
  });

  it('rejects a missing or invalid address with 400', async () => {
    for (const email of [undefined, null, '', 'nobody', 'a@b'])
      expect(
        await follow({ client: server.visitor() }, 'curated', musician.me.id, { subscriberEmail: email }),
      ).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'subscriberEmail', message: 'Please enter a valid email.' }] },
      });
  });

  it('is deleted if it isn’t confirmed in time', async () => {
    await asGuest('late@example.org');
    await server.app.db`update follows set created_at = now() - make_interval(secs => ${CONFIRM_SECONDS + 1})`;
    const link = await linkFor('late@example.org', 'follow-confirmation');
    await deleteUnconfirmed(server.app.db, CONFIRM_SECONDS);
    const answer = await server.visitor().post(`/api/media/subscribe/confirm/${link.split('/').at(-1)}`, {});
    expect(answer).toMatchObject({
      status: 404,
      body: {
        message: 'This link has expired, or the subscription was cancelled. Please subscribe again.',
      },
    });
  });
});

/** Inserts a media item of the musician, and notifies the followers. Returns the item's id. */
async function announce(media: Parameters<typeof insertMedia>[1] | object = {}, app = server.app): Promise<string> {
  const id = await insertMedia(server.app.db, { musicianId: musician.me.id, ...media });
  await announceToAll(app, id, new AbortController().signal);
  return id;
}
const linkOut = async (): Promise<string> => {
  const [row] = await server.app.db<{ text: string }[]>`
    select text from outbox where kind = 'release' order by id desc limit 1`;
  return /https:\/\/scoville\.example(\/account\/unsubscribe\S+)/.exec(row?.text ?? '')?.[1] ?? '';
};

describe('notifications for followers', () => {
  it('SU-04 SU-05 are sent for each publication, or for each score above 75, but not for 75', async () => {
    const published = await server.signUp();
    await server.app.db`update users set email_verified_at = now() where id = ${published.me.id}`;
    await follow(listener, 'curated');
    await follow(published, 'published');
    const told = async () => (await mails('release')).map(({ to, subject }) => [to, subject]);
    await announce({ title: 'Just out' });
    expect(await told()).toEqual([[published.me.email, `New by ${musician.me.displayName}: Just out`]]);
    await server.app.db`delete from outbox`;
    await announce({ title: 'Exactly', scores: [75, 75, 75] });
    await announce({ title: 'Above', scores: [76, 75, 75] });
    await announce({ title: 'Well', scores: [80, 80, 80] });
    expect((await told()).filter(([to]) => to === listener.me.email)).toEqual([
      [listener.me.email, `Above by ${musician.me.displayName} was scored 75`],
      [listener.me.email, `Well by ${musician.me.displayName} was scored 80`],
    ]);
    expect((await told()).filter(([to]) => to === published.me.email).length).toBe(3);
  });

  it('are sent once per media item, and not to later followers', async () => {
    await follow(listener, 'published');
    const id = await announce();
    expect((await mails('release')).length).toBe(1);
    await server.app.db`delete from outbox`;
    const later = await server.signUp();
    await server.app.db`update users set email_verified_at = now() where id = ${later.me.id}`;
    await follow(later, 'published');
    await announceToAll(server.app, id, new AbortController().signal);
    expect(await mails('release')).toEqual([]);
  });

  it('skip hidden items, followers who opted out, and with SMTP configured also unverified addresses', async () => {
    const sending = { ...server.app, env: { ...server.app.env, SMTP_URL: 'smtp://127.0.0.1:1' } };
    const unproven = await server.signUp();
    await follow(unproven, 'published');
    await follow(listener, 'published');
    await announce({ published: false });
    expect(await mails('release')).toEqual([]);
    await listener.client.put(`/api/users/${listener.me.id}`, { emailSettings: { profileUpdates: false } });
    await announce({}, sending);
    expect(await mails('release')).toEqual([]);
    await listener.client.put(`/api/users/${listener.me.id}`, { emailSettings: { profileUpdates: true } });
    await announce({}, sending);
    expect((await mails('release')).map(({ to }) => to)).toEqual([listener.me.email]);
  });

  it('reach each of many followers once, also after an interruption', async () => {
    await server.app.db`
      insert into follows (id, musician_id, email, type, confirmed_at)
      select gen_random_uuid(), ${musician.me.id}, 'g' || n || '@example.org', 'published', now()
      from generate_series(1, 130) n`;
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const stop = new AbortController();
    const interrupted = announceToAll(server.app, id, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(interrupted).rejects.toThrow('stopped');
    await announceToAll(server.app, id, new AbortController().signal);
    const told = (await mails('release')).map(({ to }) => to);
    expect([told.length, new Set(told).size]).toEqual([130, 130]);
  });

  it('stop when the item is hidden, and continue when it is public again', async () => {
    const { db } = server.app;
    await db`
      insert into follows (id, musician_id, email, type, confirmed_at)
      select gen_random_uuid(), ${musician.me.id}, 'h' || n || '@example.org', 'published', now()
      from generate_series(1, 130) n`;
    const id = await insertMedia(db, { musicianId: musician.me.id });
    // The musician unpublishes the item after the first hundred mails.
    await db.unsafe(`
      create function take_back() returns trigger language plpgsql as $$
      begin
        if (select count(*) from outbox where kind = 'release') = 100 then
          update media set published = false, published_at = null where id = '${id}';
        end if;
        return null;
      end $$;
      create trigger take_back after insert on outbox for each row execute function take_back();`);
    try {
      await announceToAll(server.app, id, new AbortController().signal);
    } finally {
      await db.unsafe('drop trigger take_back on outbox; drop function take_back;');
    }
    expect(await mails('release')).toHaveLength(100);
    await db`update media set published = true, published_at = now() where id = ${id}`;
    await announceToAll(server.app, id, new AbortController().signal);
    const told = (await mails('release')).map(({ to }) => to);
    expect([told.length, new Set(told).size]).toEqual([130, 130]);
  });
});
