import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Shop, startShop } from '../../testkit/payments.ts';

let shop: Shop;
beforeAll(async () => (shop = await startShop()));
afterAll(() => shop.close());

it('EN-01 returns every field of a complete account, each with its type, and its password nowhere', async () => {
  const { server } = shop;
  const [{ client, me }, musician] = [await server.signUp({ firstName: 'Ida' }), await server.signUp()];
  const done = async (answer: Promise<{ status: number; body: unknown }>) =>
    expect(await answer, 'a call that fills the account').toMatchObject({ status: 200 });
  const dates = { startDate: '2001-01-01', endDate: '2003-12-31' };
  await done(
    client.put(`/api/users/${me.id}`, {
      username: 'Ida7',
      title: 'Fiddler',
      experience: 12,
      hourlyRate: 75.5,
      bio: 'Reeds and strings.',
      address: { city: 'Memphis', state: 'TN' },
      selfTaught: true,
      albums: [{ title: 'Ash', releaseDate: '2020-02-29' }],
      bands: [{ name: 'The Rinds', ...dates }],
      professions: [{ company: 'Mill', title: 'Welder', ...dates }],
      schools: [{ name: 'Berklee', degree: 'Other', ...dates }],
      donationMethods: [{ appName: 'Venmo', username: '@ida' }],
      contactMethods: [{ title: 'Booking', info: 'ida@example.org' }],
    }),
  );
  const show = { name: 'Kettle Night', date: '2099-12-04', time: '20:00', timeZone: 'America/Chicago' };
  await done(client.post('/api/performances/', show));
  const song = await insertMedia(server.app.db, { musicianId: musician.me.id });
  await done(client.post(`/api/media/favorites/${song}`));
  await done(client.post(`/api/media/subscribe/${musician.me.id}`, { type: 'published' }));
  await done(client.post('/api/subscription', { plan: 'spicy' }));
  for (const type of ['song', 'video'] as const) await insertMedia(server.app.db, { musicianId: me.id, type });

  const answer = await client.get('/api/users/me');
  const [text, number, flag] = [expect.any(String), expect.any(Number), expect.any(Boolean)];
  const one = [expect.any(Object)];
  expect(answer.body).toMatchObject({
    id: me.id,
    username: 'Ida7',
    displayName: text,
    name: 'Ida Tester',
    firstName: 'Ida',
    lastName: 'Tester',
    email: text,
    originalEmail: text,
    hasAuth: true,
    role: 'user',
    _type: 'Musician',
    profileImg: null,
    profileImgV: 0,
    address: { city: 'Memphis', state: 'TN' },
    title: 'Fiddler',
    experience: 12,
    hourlyRate: 75.5,
    bio: 'Reeds and strings.',
    following: [musician.me.id],
    favorites: 1,
    uploadedSongs: 1,
    uploadedVideos: 1,
    selfTaught: true,
    isMasterChef: false,
    isSubscribed: flag,
    subscription: { plan: 'spicy', status: 'pending', paypalInfo: { subscriptionId: text } },
    uploadCount: 2,
    emailSettings: { comments: true, none: false },
    featureTracking: expect.any(Array),
    performances: 1,
    albums: one,
    bands: one,
    professions: one,
    schools: one,
    donationMethods: one,
    contactMethods: one,
    playCount: number,
    viewCount: number,
    subscriptionCount: number,
    shareCount: number,
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/password|argon2/i);
});
