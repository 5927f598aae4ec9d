import { MAX_IN_PLAYLIST, MAX_PLAYLISTS } from '@scoville/contract/catalogue/playlists/playlists.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownTables } from '../../review/data-export/own-rows.ts';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { repairCounters } from '../../listening/stats/repair.queries.ts';
import { insertMedia } from '../../testkit/media.ts';
import { playlistsPages } from './playlists.pages.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const password = 'a long password';
const NOT_FOUND = { status: 404, body: { message: 'This playlist was not found.' } };

describe('playlists', () => {
  let server: TestServer;
  let musician: Account;
  let maker: Account;
  let other: Account;
  beforeAll(async () => {
    server = await startTestServer();
    [musician, maker, other] = [await server.signUp(), await server.signUp(), await server.signUp()];
  });
  afterAll(() => server.close());

  const song = (more: object = {}) => insertMedia(server.app.db, { musicianId: musician.me.id, ...more });
  const songs = (count: number) => Promise.all(Array.from({ length: count }, () => song()));
  const make = async (body: object = {}, client: Client = maker.client): Promise<string> => {
    const answer = await client.post('/api/playlists', { name: 'Late', ...body });
    expect(answer, answer.body.message).toMatchObject({ status: 200 });
    return answer.body.id as string;
  };
  const mediaOf = async (id: string, client: Client = maker.client): Promise<string[]> =>
    (await client.get(`/api/playlists/${id}/media`)).body.media.map((one: { id: string }) => one.id);
  const namesOf = (body: { playlists: { name: string }[] }) => body.playlists.map(({ name }) => name);

  it('are created, described, changed and deleted by their owner', async () => {
    const account = await server.signUp();
    const [one = '', two = ''] = await songs(2);
    const made = await account.client.post('/api/playlists', { name: '  Late  ', media: [one, two, one] });
    const { id } = made.body;
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Late',
        description: '',
        visibility: 'private',
        owner: { id: account.me.id },
        covers: [{ id: one }, { id: two }],
        mediaCount: 2,
        can: { edit: true },
      },
    });
    const changed = { name: 'Later', description: 'Slow ones.\nAfter ten.', visibility: 'public' };
    expect(await account.client.put(`/api/playlists/${id}`, changed)).toMatchObject({ status: 200, body: changed });
    expect(await account.client.put(`/api/playlists/${id}`, { name: 'Latest' })).toMatchObject({
      body: { ...changed, name: 'Latest' },
    });
    for (const [body, field, message] of [
      [{ name: '  ' }, 'name', 'Name is required'],
      [{ name: 'x'.repeat(101) }, 'name', 'Use at most 100 characters.'],
      [{ description: 'x'.repeat(1001) }, 'description', 'Use at most 1000 characters.'],
      [{ visibility: 'friends' }, 'visibility', 'Choose who can see the playlist.'],
    ] as const)
      expect(await account.client.put(`/api/playlists/${id}`, body)).toMatchObject({
        status: 400,
        body: { errors: [{ field, message }] },
      });
    expect(await account.client.delete(`/api/playlists/${id}`)).toMatchObject({ body: { id, deleted: true } });
    expect(await account.client.get(`/api/playlists/${id}`)).toMatchObject(NOT_FOUND);
    expect((await server.visitor().get(`/api/media/${one}`)).status).toBe(200);
    expect(await server.visitor().post('/api/playlists', { name: 'x' })).toMatchObject({ status: 401 });
  });

  it('are visible to all, to users with the link, or to their owner only and not to administrators', async () => {
    const account = await server.signUp();
    const admin = await server.signUp({ role: 'admin' });
    const media = [await song()];
    const ids = {
      public: await make({ name: 'Open', visibility: 'public', media }, account.client),
      unlisted: await make({ name: 'Linked', visibility: 'unlisted', media }, account.client),
      private: await make({ name: 'Mine', media }, account.client),
    };
    const viewers: [Client, string][] = [
      [server.visitor(), 'a visitor'],
      [other.client, 'another member'],
      [admin.client, 'an administrator'],
    ];
    for (const [client, who] of viewers) {
      for (const id of [ids.public, ids.unlisted]) {
        expect(await client.get(`/api/playlists/${id}`), who).toMatchObject({
          status: 200,
          body: { can: { edit: false } },
        });
        expect(await mediaOf(id, client), who).toEqual(media);
      }
      expect(await client.get(`/api/playlists/${ids.private}`), who).toMatchObject(NOT_FOUND);
      expect(await client.get(`/api/playlists/${ids.private}/media`), who).toMatchObject(NOT_FOUND);
      const { body } = await client.get(`/api/playlists/user/${account.me.id}`);
      expect(namesOf(body), who).toEqual(['Open']);
    }
    expect(namesOf((await account.client.get('/api/playlists')).body)).toEqual(['Mine', 'Linked', 'Open']);
    expect(namesOf((await account.client.get(`/api/playlists/user/${account.me.id}`)).body)).toEqual(['Open']);
    expect((await other.client.get('/api/playlists')).body.playlists).toEqual([]);
    // A public playlist that becomes private disappears for others.
    await account.client.put(`/api/playlists/${ids.public}`, { visibility: 'private' });
    expect(await server.visitor().get(`/api/playlists/${ids.public}`)).toMatchObject(NOT_FOUND);
  });

  it('have structured data with the public media they hold, if they are public themselves', async () => {
    const [one = ''] = await songs(1);
    const hidden = await song({ published: false });
    const pageOf = async (visibility: string) => {
      const id = await make({ name: 'Late', visibility, media: [one, hidden] }, musician.client);
      for (const kind of playlistsPages(server.app)) {
        const page = await kind(`/playlists/${id}`, new URLSearchParams(), null, { seed: 1 });
        if (page !== null) return { id, page };
      }
      throw new Error('There is no such page.');
    };
    const { id, page } = await pageOf('public');
    const url = `${server.app.env.PUBLIC_URL}/playlists/${id}`;
    expect(page.jsonLd).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'MusicPlaylist',
      '@id': url,
      url,
      name: 'Late',
      numTracks: 1,
      creator: { '@type': 'Person', name: musician.me.displayName },
      track: [{ '@type': 'MusicRecording', duration: 'PT100S', byArtist: { '@type': 'MusicGroup' } }],
    });
    const { page: unlisted } = await pageOf('unlisted');
    expect([unlisted.canonical, unlisted.jsonLd]).toEqual([null, undefined]);
    expect((await pageOf('private')).page.status).toBe(404);
  });

  it('can be changed only by their owner, and a private one is not even found by others', async () => {
    const [one = '', two = ''] = await songs(2);
    for (const visibility of ['public', 'unlisted', 'private']) {
      const id = await make({ visibility, media: [one, two] });
      const at = `/api/playlists/${id}`;
      const refused = visibility === 'private' ? NOT_FOUND : { status: 403 };
      const { client } = other;
      expect(await client.put(at, { name: 'Taken' })).toMatchObject(refused);
      expect(await client.delete(at)).toMatchObject(refused);
      expect(await client.post(`${at}/media`, { ids: [one] })).toMatchObject(refused);
      expect(await client.put(`${at}/media/${two}`, { after: null })).toMatchObject(refused);
      expect(await client.delete(`${at}/media/${one}`)).toMatchObject(refused);
      expect(await mediaOf(id)).toEqual([one, two]);
    }
  });

  it('hold each media item once, and show no deleted or hidden items to viewers who may not see them', async () => {
    const [one = '', two = '', three = ''] = await songs(3);
    const id = await make({ visibility: 'public', media: [one] });
    const add = (ids: string[]) => maker.client.post(`/api/playlists/${id}/media`, { ids });
    expect(await add([two, one, three])).toMatchObject({ body: { added: 2, playlist: { mediaCount: 3 } } });
    expect(await add([two])).toMatchObject({ status: 200, body: { added: 0 } });
    expect(await mediaOf(id)).toEqual([one, two, three]);
    const holding = await maker.client.get(`/api/playlists?media=${two}`);
    expect(holding.body.playlists.find((list: { id: string }) => list.id === id).holds).toBe(true);
    const notFound = { status: 404, body: { message: 'This media was not found.' } };
    const hidden = await song({ published: false });
    for (const missing of [hidden, newId()]) expect(await add([missing])).toMatchObject(notFound);
    expect(await add([hidden, newId(), one])).toMatchObject({ body: { added: 0 } });

    await musician.client.put(`/api/media/${one}`, { published: false });
    for (const client of [maker.client, server.visitor()]) {
      expect(await mediaOf(id, client)).toEqual([two, three]);
      expect((await client.get(`/api/playlists/${id}`)).body).toMatchObject({
        mediaCount: 2,
        covers: [{ id: two }, { id: three }],
      });
    }
    // The item's musician still sees it, and publishing restores it at its place.
    expect(await mediaOf(id, musician.client)).toEqual([one, two, three]);
    await musician.client.put(`/api/media/${one}`, { published: true });
    expect(await mediaOf(id, server.visitor())).toEqual([one, two, three]);
    await musician.client.delete(`/api/media/${two}`);
    expect(await mediaOf(id)).toEqual([one, three]);
    expect(await maker.client.delete(`/api/playlists/${id}/media/${one}`)).toMatchObject({ body: { mediaCount: 1 } });
    expect((await maker.client.delete(`/api/playlists/${id}/media/${one}`)).status).toBe(200);
    expect(await mediaOf(id)).toEqual([three]);
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('count the media that their viewer may see: public media, and the viewer’s own hidden media', async () => {
    const [one = ''] = await songs(1);
    const [hidden, also] = [await song({ published: false }), await song({ published: false })];
    await make({ visibility: 'public', media: [hidden, one, also] }, musician.client);
    const counts = async () =>
      Promise.all(
        [musician.client, maker.client, server.visitor()].map(async (client) => {
          const [list] = (await client.get(`/api/playlists/user/${musician.me.id}`)).body.playlists;
          return [list.mediaCount, list.covers.length];
        }),
      );
    expect(await counts()).toEqual([
      [3, 3],
      [1, 1],
      [1, 1],
    ]);
    await server.app.db`update media set published = true, published_at = now() where id in (${hidden}, ${also})`;
    expect(await counts()).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
    ]);
    for (const media of [one, also]) await musician.client.put(`/api/media/${media}`, { published: false });
    expect((await musician.client.delete(`/api/media/${hidden}`)).status).toBe(200);
    expect(await counts()).toEqual([
      [2, 2],
      [0, 0],
      [0, 0],
    ]);
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('have a picture made of their first four covers', async () => {
    const media = await songs(5);
    const id = await make({ media });
    const covers = async () =>
      (await maker.client.get(`/api/playlists/${id}`)).body.covers.map((one: { id: string }) => one.id);
    expect(await covers()).toEqual(media.slice(0, 4));
    await maker.client.put(`/api/playlists/${id}/media/${media[4]}`, { after: null });
    expect(await covers()).toEqual([media[4], ...media.slice(0, 3)]);
  });

  it('keep their order through moves, additions and removals, and each move writes one row', async () => {
    const { db } = server.app;
    const pool = await songs(8);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ act: fc.constant('move' as const), a: fc.nat(7), b: fc.nat(8) }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('add' as const), a: fc.nat(7), b: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), a: fc.nat(7), b: fc.constant(0) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const id = await make({ media: pool.slice(0, 5) });
        let model = pool.slice(0, 5);
        for (const { act, a, b } of steps) {
          const one = pool[a]!;
          const at = `/api/playlists/${id}/media`;
          if (act === 'add') {
            await maker.client.post(at, { ids: [one] });
            if (!model.includes(one)) model = [...model, one];
          } else if (act === 'remove') {
            await maker.client.delete(`${at}/${one}`);
            model = model.filter((kept) => kept !== one);
          } else {
            const after = pool[b] ?? null;
            const positions = async () =>
              new Map(
                (
                  await db<{ id: string; position: string }[]>`
                    select media_id as id, position from playlist_entries where playlist_id = ${id}`
                ).map((row) => [row.id, row.position]),
              );
            const was = await positions();
            const { status } = await maker.client.put(`${at}/${one}`, { after });
            const isThere = model.includes(one) && (after === null || model.includes(after));
            expect(status).toBe(isThere ? 200 : 400);
            const now = await positions();
            expect([...now].filter(([key, value]) => was.get(key) !== value).length).toBeLessThanOrEqual(1);
            if (isThere && after !== one) {
              model = model.filter((kept) => kept !== one);
              model.splice(after === null ? 0 : model.indexOf(after) + 1, 0, one);
            }
          }
        }
        expect(await mediaOf(id)).toEqual(model);
      }),
      { numRuns: 15 },
    );
  });

  it('renumber when no room is left: repeated moves to one place keep the order', async () => {
    const { db } = server.app;
    const media = await songs(4);
    const id = await make({ media });
    for (const [index, one] of media.entries())
      await db`update playlist_entries set position = ${index + 6} where playlist_id = ${id} and media_id = ${one}`;
    const [first = ''] = media;
    let model = media;
    const renumbered: unknown[] = [];
    for (let round = 0; round < 70; round += 1) {
      const last = model.at(-1) ?? '';
      const others = async () =>
        db<{ position: string }[]>`
          select position from playlist_entries where playlist_id = ${id} and media_id <> ${last} order by position`;
      const was = await others();
      const { status, body } = await maker.client.put(`/api/playlists/${id}/media/${last}`, { after: first });
      expect(status).toBe(200);
      // A client that has loaded a part of the playlist must reload it.
      expect(body.renumbered).toBe(JSON.stringify(await others()) !== JSON.stringify(was));
      renumbered.push(body.renumbered);
      model = [first, last, ...model.slice(1, -1)];
      expect(await mediaOf(id)).toEqual(model);
    }
    expect(new Set(renumbered)).toEqual(new Set([true, false]));
  });

  it('have limits, with a message for each', async () => {
    const { db } = server.app;
    const account = await server.signUp();
    const full = await make({}, account.client);
    await db`
      insert into media (id, musician_id, title, type, filename)
      select gen_random_uuid(), ${musician.me.id}, 'Many', 'song', 'many.mp3' from generate_series(1, ${MAX_IN_PLAYLIST - 1})`;
    await db`
      insert into playlist_entries (playlist_id, media_id, owner_id, position)
      select ${full}, id, ${account.me.id}, row_number() over () from media where title = 'Many'`;
    const [one = '', two = ''] = await songs(2);
    const add = (ids: string[]) => account.client.post(`/api/playlists/${full}/media`, { ids });
    expect(await add([one, two])).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            field: 'ids',
            message: 'A playlist holds 5,000 songs and videos at most. Remove some, or start another.',
          },
        ],
      },
    });
    expect(await add([one])).toMatchObject({ body: { added: 1 } });
    expect((await add([two])).status).toBe(409);
    await db`delete from media where title = 'Many'`;
    await db`
      insert into playlists (id, owner_id, name, visibility)
      select gen_random_uuid(), ${account.me.id}, 'One', 'private' from generate_series(2, ${MAX_PLAYLISTS - 1})`;
    expect((await account.client.post('/api/playlists', { name: 'The last' })).status).toBe(200);
    expect(await account.client.post('/api/playlists', { name: 'One more' })).toMatchObject({
      status: 409,
      body: { message: 'You already have 500 playlists, which is the limit. Delete one first.' },
    });
  });

  it('keep their limits and lose no item when several are added concurrently', async () => {
    const media = await songs(12);
    const id = await make();
    const answers = await Promise.all(
      media.map((one) => maker.client.post(`/api/playlists/${id}/media`, { ids: [one] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(media.map(() => 200));
    expect((await mediaOf(id)).toSorted()).toEqual(media.toSorted());
  });

  it('are deleted with their owner’s account, and are in the copy of the owner’s data', async () => {
    const { db } = server.app;
    const tables = (await ownTables(db)).filter(({ table }) => table.startsWith('playlist'));
    expect(tables.map(({ table, owners }) => [table, owners])).toEqual([
      ['playlist_entries', ['owner_id']],
      ['playlists', ['owner_id']],
    ]);
    const account = await server.signUp();
    const id = await make({ visibility: 'public', media: await songs(1) }, account.client);
    expect((await account.client.post('/auth/delete/', { email: account.me.email, password })).status).toBe(200);
    expect(await server.visitor().get(`/api/playlists/${id}`)).toMatchObject(NOT_FOUND);
    expect(await db`select 1 from playlist_entries where playlist_id = ${id}`).toHaveLength(0);
  });
});

describe('playlists, with a mail server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  });
  afterAll(() => server.close());

  it('are shown to others only once their owner has confirmed the e-mail address', async () => {
    const { client } = await server.signUp();
    const made = await client.post('/api/playlists', { name: 'Mine' });
    expect(made.status).toBe(200);
    const refused = { status: 403, body: { errors: [{ code: 'not_verified' }] } };
    expect(await client.post('/api/playlists', { name: 'x', visibility: 'public' })).toMatchObject(refused);
    const at = `/api/playlists/${made.body.id}`;
    for (const visibility of ['unlisted', 'public'])
      expect(await client.put(at, { visibility })).toMatchObject(refused);
    expect((await client.put(at, { name: 'Still mine' })).status).toBe(200);
  });
});
