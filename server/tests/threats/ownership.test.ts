import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let owner: Account;
let other: Account;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  other = await server.signUp();
});
afterAll(() => server.close());

const rowOf = async (table: 'media' | 'users', id: string) => {
  const [row] = await server.app.db`select * from ${server.app.db(table)} where id = ${id}`;
  return row as Record<string, unknown>;
};
/** The fields in which two rows differ. */
const differences = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));

describe('fields of a body that the caller may not set', () => {
  it('PM-07 PM-11 an owner who edits a title changes only the title, even if the body has other fields', async () => {
    const id = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const before = await rowOf('media', id);
    const answer = await owner.client.put(`/api/media/${id}`, {
      title: 'Mine',
      id: newId(),
      musician: other.me.id,
      musicianId: other.me.id,
      musician_id: other.me.id,
      status: 'failed',
      verdict: 'curated',
      score: { band: 'A' },
      band: 5,
      storytelling: 100,
      playCount: 1e6,
      play_count: 1e6,
      shareCount: 9,
      rememberCount: 9,
      rating: 5,
      ratingSum: 500,
      ratingCount: 100,
      pinned: true,
      position: 1,
      length: 1,
      filename: '../../etc/passwd',
      poster: 'media/x',
      playback: [{ key: 'originals/x' }],
      sources: [{ url: 'http://evil.example' }],
      artworkImg: 'http://evil.example/x.jpg',
      artworkImgV: 99,
      publishedOn: '1999-01-01T00:00:00.000Z',
      createdOn: '1999-01-01T00:00:00.000Z',
      rejectedOn: null,
      can: { curate: true },
    });
    expect(answer.status).toBe(200);
    expect(differences(before, await rowOf('media', id)).sort()).toEqual(['title', 'updated_at']);
  });

  it.each([
    ['curationStats', { storytelling: 100, execution: 100, thumbnailArt: 100 }],
    ['curatedGenre', 'rock'],
    ['curatedMood', null],
    ['curationMessage', 'Fine.'],
    ['allowPerfectlySeasoned', true],
    ['pinnedFavorite', true],
  ])('PM-07 a body with a field for reviewers (%s) is refused as a whole', async (field, value) => {
    const id = await insertMedia(server.app.db, { musicianId: owner.me.id, allowCuration: true });
    const before = await rowOf('media', id);
    const answer = await owner.client.put(`/api/media/${id}`, { title: 'Mine', [field]: value });
    expect([400, 403, 404]).toContain(answer.status);
    expect(differences(before, await rowOf('media', id))).toEqual([]);
  });

  it('PM-11 a sign-up sets neither id, sender, plan nor counters', async () => {
    const id = newId();
    const answer = await server.visitor().post('/api/users/', {
      firstName: 'Greedy',
      lastName: 'Tester',
      email: 'greedy@example.org',
      emailConfirmation: 'greedy@example.org',
      password: 'a long password',
      passwordConfirmation: 'a long password',
      id,
      isMasterChef: true,
      is_master_chef: true,
      subscriptionCount: 9,
      viewCount: 9,
      shareCount: 9,
      isSubscribed: true,
      limits: { total: 1e6 },
      deletedAt: null,
      createdOn: '1999-01-01T00:00:00.000Z',
      passwordHash: 'x',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      isMasterChef: false,
      subscriptionCount: 0,
      viewCount: 0,
      shareCount: 0,
      isSubscribed: false,
    });
    expect(answer.body.id).not.toBe(id);
    expect(Date.parse(answer.body.createdOn)).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  it('PM-11 an account that edits its title changes only the title, even if the body has other fields', async () => {
    const before = await rowOf('users', owner.me.id);
    const answer = await owner.client.put(`/api/users/${owner.me.id}`, {
      title: 'Piper',
      playCount: 5,
      play_count: 5,
      viewCount: 5,
      view_count: 5,
      shareCount: 5,
      share_count: 5,
      subscriptionCount: 5,
      subscription_count: 5,
      isSubscribed: true,
      subscription: { plan: 'ghost-pepper', status: 'active' },
      limits: { total: 1e6 },
      used: -1,
      isMasterChef: true,
      is_master_chef: true,
      originalEmail: 'other@example.org',
      createdOn: '1999-01-01T00:00:00.000Z',
    });
    expect(answer.status).toBe(200);
    expect(differences(before, await rowOf('users', owner.me.id))).toEqual(['title']);
    expect(answer.body).toMatchObject({ plan: 'mild', isSubscribed: false, subscription: null, limits: { total: 1 } });
  });

  it('PM-11 a stat counts for the musician of its song or video, even if the caller sends another', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    await server.visitor().post('/api/stats', { statTitle: 'share-media', musician: other.me.id, media });
    const rows = await server.app.db`select musician_id, user_id from stat_events where media_id = ${media}`;
    expect(rows).toMatchObject([{ musician_id: owner.me.id, user_id: null }]);
  });
});

describe('the id of another user’s song in every call that takes one', () => {
  it('PM-06 is refused or not found, and the row is unchanged', async () => {
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
    const shown = await insertMedia(server.app.db, { musicianId: owner.me.id });
    for (const id of [hidden, shown]) {
      const before = await rowOf('media', id);
      const { client } = other;
      const answers = [
        await client.put(`/api/media/${id}`, { title: 'Taken' }),
        await client.put(`/api/media/${id}`, { published: true, allowCuration: true }),
        await client.delete(`/api/media/${id}`),
        await client.post(`/api/upload/retry/${id}`),
        await client.post(`/api/media/reject/${id}`, { reason: 'no' }),
        await client.post('/api/upload/image/delete', { imageType: 'artwork', targetId: id }),
      ];
      // Only reviewers may reject. The other calls are refused with 404 for a hidden item, as if it didn't exist.
      const refused = id === hidden ? 404 : 403;
      expect(answers.map(({ status }) => status)).toEqual([refused, refused, refused, refused, 403, refused]);
      expect(differences(before, await rowOf('media', id))).toEqual([]);
    }
  });

  it('PM-06 shows no hidden song: by id, in a list of ids, in its musician’s list, on its page', async () => {
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false, title: 'Unheard' });
    for (const client of [server.visitor(), other.client]) {
      const answers = [
        await client.get(`/api/media/${hidden}`),
        await client.get(`/api/media?ids=${hidden}&paged=false`),
        await client.get('/api/media?unpublished=true&size=100'),
        await client.post(`/api/media/user/${owner.me.id}`, { published: false }),
        await client.post(`/api/media/user/${owner.me.id}`, {}),
        await client.get('/api/browse/media?size=100'),
        await client.get(`/musician/${hidden}`),
      ];
      for (const answer of answers) expect(answer.text).not.toContain('Unheard');
    }
  });
});
