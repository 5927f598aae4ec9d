import { DEFAULT_EMAIL_SETTINGS } from '@scoville/contract/community/notifications/change-email-settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const PRIVATE = [
  'email',
  'originalEmail',
  'pendingEmail',
  'hasAuth',
  'role',
  'isCurator',
  'plan',
  'subscription',
  'limits',
  'used',
  'firstName',
  'password',
];

describe('accounts of other users', () => {
  let server: TestServer;
  let musician: Account;

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp({ firstName: 'Juno' });
    await server.app.db`update users set username = 'Juno1' where id = ${musician.me.id}`;
  });
  afterAll(() => server.close());

  it('API-47 API-62 RT-51 are found by id and by username, regardless of case', async () => {
    for (const path of ['users', 'musicians'])
      for (const name of [musician.me.id, 'Juno1', 'juno1'])
        expect((await server.visitor().get(`/api/${path}/${name}`)).body).toMatchObject({
          id: musician.me.id,
          username: 'Juno1',
          displayName: 'Juno Tester',
        });
    for (const name of ['nobody', newId()])
      expect((await server.visitor().get(`/api/musicians/${name}`)).status).toBe(404);
  });

  it('PR-32 hide private fields from visitors and other users', async () => {
    const other = await server.signUp();
    for (const client of [server.visitor(), other.client]) {
      const { body } = await client.get(`/api/users/${musician.me.id}`);
      for (const field of PRIVATE) expect(body).not.toHaveProperty(field);
      expect(JSON.stringify(body)).not.toContain(musician.me.email);
    }
  });

  it('API-66 are listed by the beginning of a name, with private fields only for administrators', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const seen = async (account: Account) => (await account.client.get('/api/users?q=juno&page=1&size=10')).body;
    const forAdmin = await seen(admin);
    expect(forAdmin).toMatchObject({
      total: 1,
      paging: { page: 1, size: 10 },
      users: [{ id: musician.me.id, email: musician.me.email, role: 'user' }],
    });
    expect((await seen(musician)).users[0]).toMatchObject({ id: musician.me.id, email: null, role: null, plan: null });
    expect((await musician.client.get(`/api/users?q=${encodeURIComponent(musician.me.email)}`)).body.total).toBe(0);
    expect((await admin.client.get(`/api/users?q=${encodeURIComponent('%')}`)).body.total).toBe(0);
  });

  it('show the paid plan next to the current one, only to administrators', async () => {
    const admin = await server.signUp({ role: 'admin' });
    const { me, client } = await server.signUp();
    const listed = async (by: Account['client']) =>
      (await by.get(`/api/users?q=${by === client ? me.displayName : me.email}&size=100`)).body.users.find(
        ({ id }: { id: string }) => id === me.id,
      );
    for (const [status, age] of [
      ['cancelled', 3],
      ['pending', 2],
    ] as const)
      await server.app.db`
        insert into plan_subscriptions (id, user_id, plan, status, provider_ref, created_at)
        values (${newId()}, ${me.id}, 'flaming-hot', ${status}, ${status + me.id}, now() - make_interval(days => ${age}))`;
    expect(await listed(admin.client)).toMatchObject({ plan: 'mild', paidPlan: null });
    await server.app.db`
      insert into plan_subscriptions (id, user_id, plan, status, provider_ref, activated_at, grace_until)
      values (${newId()}, ${me.id}, 'spicy', 'past-due', ${me.id}, now(), now() + interval '7 days')`;
    expect((await admin.client.put(`/api/users/${me.id}`, { plan: 'ghost-pepper' })).status).toBe(200);
    expect(await listed(admin.client)).toMatchObject({ plan: 'ghost-pepper', paidPlan: 'spicy' });
    expect(await listed(client)).toMatchObject({ plan: null, paidPlan: null });
  });

  it('can be filtered by role, plan and suspension, with and without a search, only by administrators', async () => {
    const word = `Filterina${Date.now()}`;
    const named = async (settings: Parameters<TestServer['signUp']>[0]) =>
      server.signUp({ ...settings, firstName: word });
    const admin = await named({ role: 'admin' });
    const reviewer = await named({ isCurator: true });
    const paying = await named({ plan: 'ghost-pepper' });
    const suspended = await named({});
    await admin.client.put(`/api/users/${suspended.me.id}/suspension`, { reason: 'Loud at night.', days: null });
    const over = await named({});
    await server.app.db`
      insert into suspensions (user_id, reason, ends_at, created_at)
      values (${over.me.id}, 'Long ago.', now() - interval '1 day', now() - interval '2 days')`;
    const idsOf = async (filter: string) => {
      const { body } = await admin.client.get(`/api/users?q=${word}&filter=${filter}&size=100`);
      expect(body.total).toBe(body.users.length);
      return body.users.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf('administrators')).toEqual([admin.me.id]);
    expect(await idsOf('reviewers')).toEqual([reviewer.me.id]);
    expect(await idsOf('paying')).toEqual([paying.me.id]);
    expect(await idsOf('suspended')).toEqual([suspended.me.id]);
    const all = (await admin.client.get('/api/users?filter=administrators&size=100')).body;
    expect(all.users.every(({ role }: { role: string }) => role === 'admin')).toBe(true);
    expect((await admin.client.get('/api/users?filter=wizards')).status).toBe(400);
    expect((await reviewer.client.get('/api/users?filter=administrators')).status).toBe(403);
  });

  it('PM-10 can’t be changed or deleted by other users, except administrators', async () => {
    const { client } = await server.signUp();
    const other = await server.signUp();
    expect((await client.put(`/api/users/${other.me.id}`, { bio: 'Mine now.' })).status).toBe(403);
    expect((await client.delete(`/api/users/${other.me.id}`)).status).toBe(403);
    expect((await other.client.get('/api/users/me')).body).toEqual(other.me);
    expect((await other.client.put(`/api/users/${other.me.id}`, { bio: 'Still mine.' })).body.bio).toBe('Still mine.');
  });

  it('MC-04 return all fields to their owner, each with its own value, and public fields to others', async () => {
    const { db } = server.app;
    const { client, me } = await server.signUp({ firstName: 'Wren' });
    expect(me).toMatchObject({
      hasAuth: true,
      isMasterChef: false,
      uploadCount: 0,
      uploadedSongs: 0,
      uploadedVideos: 0,
      isSubscribed: false,
      plan: 'mild',
      used: 0,
    });
    for (const type of ['song', 'song', 'video'] as const) await insertMedia(db, { musicianId: me.id, type });
    await db`insert into upload_ledger (source_id, user_id) select source_id, musician_id from media where musician_id = ${me.id} limit 1`;
    await db`insert into compensations (id, user_id, review_id, kind)
      values (${newId()}, ${me.id}, ${newId()}, 'upload'), (${newId()}, ${me.id}, ${newId()}, 'upload')`;
    await db`insert into favorites (user_id, media_id) select musician_id, id from media where musician_id = ${me.id} limit 1`;
    await db`insert into performances (id, performer_id, name, date, time, time_zone, starts_at, past_from)
      values (${newId()}, ${me.id}, 'Long ago', '2020-02-02', '20:00', 'UTC', '2020-02-02T20:00Z', '2020-02-03')`;
    await db`
      update users set username = 'Wren7', display_name = 'Wren of the Moor', email = 'wren@example.org', original_email = 'first@example.org',
        type = 'Listener', plan = 'ghost-pepper', title = 'Piper', bio = 'Plays at dawn.', city = 'Leeds', state = 'Yorkshire',
        experience = 12, hourly_rate_cents = 7550, self_taught = true, profile_image_version = 5, zone_colour = '#a03020', is_master_chef = true, is_curator = true, play_count = 21, view_count = 22, share_count = 23,
        subscription_count = 24, created_at = '2026-03-04T05:06:07.800Z'
      where id = ${me.id}`;
    const open = {
      id: me.id,
      username: 'Wren7',
      displayName: 'Wren of the Moor',
      isMasterChef: true,
      profileImg: `/images/profile/${me.id}/5/200.jpg`,
      _type: 'Listener',
      name: 'Wren Tester',
      profileImgV: 5,
      colour: '#a03020',
      title: 'Piper',
      bio: 'Plays at dawn.',
      address: { city: 'Leeds', state: 'Yorkshire' },
      experience: 12,
      hourlyRate: 75.5,
      selfTaught: true,
      albums: [],
      bands: [],
      professions: [],
      schools: [],
      donationMethods: [],
      contactMethods: [],
      playCount: 21,
      viewCount: 22,
      shareCount: 23,
      subscriptionCount: 24,
      createdOn: '2026-03-04T05:06:07.800Z',
    };
    for (const path of [`/api/users/${me.id}`, '/api/musicians/wren7'])
      expect((await server.visitor().get(path)).body).toEqual(open);
    const plan = server.app.env.PLANS.find(({ type }) => type === 'ghost-pepper');
    expect((await client.get('/api/users/me')).body).toEqual({
      ...open,
      firstName: 'Wren',
      lastName: 'Tester',
      email: 'wren@example.org',
      originalEmail: 'first@example.org',
      pendingEmail: null,
      newEmailWaits: false,
      hasAuth: true,
      isVerified: true,
      isVouched: true,
      role: 'user',
      isCurator: true,
      uploadedSongs: 2,
      uploadedVideos: 1,
      uploadCount: 3,
      performances: 1,
      upcomingShows: 0,
      favorites: 1,
      emailSettings: DEFAULT_EMAIL_SETTINGS,
      featureTracking: [],
      following: [],
      plan: 'ghost-pepper',
      isSubscribed: true,
      subscription: null,
      limits: plan?.limits,
      used: 1,
      extraUploads: 2,
    });
  });

  it('PM-11 can’t change their own plan and counters', async () => {
    const answer = await musician.client.put(`/api/users/${musician.me.id}`, { plan: 'ghost-pepper', playCount: 5 });
    expect(answer.status).toBe(403);
    expect((await musician.client.get('/api/users/me')).body).toMatchObject({ plan: 'mild', playCount: 0 });
  });

  it('reject an unknown plan, with an error at the field', async () => {
    const admin = await server.signUp({ role: 'admin' });
    expect(await admin.client.put(`/api/users/${musician.me.id}`, { plan: 'gold' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'plan' }] },
    });
  });
});
