import { oembed } from '@scoville/contract/listening/embeds.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../../app.ts';
import { createHttp } from '../../platform/http/server.ts';
import { newId } from '../../platform/ids.ts';
import { servePages } from '../../frame/pages/serve-pages.ts';
import type { Web } from '../../frame/pages/web.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const ORIGIN = 'https://scoville.example';

/** Serves pages without the built scripts. */
const WEB: Web = {
  template: () =>
    Promise.resolve('<!doctype html><html><head><!--head--></head><body><!--outline--><!--boot--></body></html>'),
  asset: () => null,
  scriptsOf: () => [],
  embed: () => ({ scripts: [], styles: [] }),
};

let server: TestServer;
let pages: FastifyInstance;
let musician: Account;
let songs: string[];
let hidden: string;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: ORIGIN });
  musician = await server.signUp({ firstName: 'Juno' });
  pages = await createHttp({ logger: server.app.log, secure: false, development: false });
  pages.decorateRequest('actor', null);
  await servePages(pages, server.app, pagesOf(server.app), WEB, null);
  const { db } = server.app;
  await db`update users set username = 'Juno7' where id = ${musician.me.id}`;
  songs = [];
  for (const title of ['Broth', 'Brine', 'Bread'])
    songs.push(await insertMedia(db, { musicianId: musician.me.id, title }));
  hidden = await insertMedia(db, { musicianId: musician.me.id, title: 'Not yet', published: false });
});
afterAll(async () => {
  await pages.close();
  await server.close();
});

const get = (path: string) => server.visitor().get(path);
async function pageAt(path: string): Promise<{ status: number; text: string }> {
  const { statusCode: status, body: text } = await pages.inject({ method: 'GET', url: path });
  return { status, text };
}
const ask = (url: string, more: Record<string, string> = {}) =>
  get(`${oembed.path}?${new URLSearchParams({ url, ...more })}`);
/** The tracks in the data that a player's page contains for its script. */
const tracksOf = (html: string): string[] =>
  (JSON.parse(/id="media">([^<]*)</.exec(html)?.[1] ?? '[]') as { title: string }[]).map(({ title }) => title);

async function newPlaylist(visibility: string, media: string[]): Promise<{ page: string; player: string }> {
  const { body } = await musician.client.post('/api/playlists', { name: 'Supper', visibility, media });
  return { page: `/playlists/${body.id}`, player: `/embed/playlist/${body.id}` };
}
async function newAlbum(media: string[], more: object = {}): Promise<{ id: string; page: string; player: string }> {
  const { body } = await musician.client.put(`/api/users/${musician.me.id}`, {
    albums: [{ title: 'Leavened', releaseDate: '2026-01-02', ...more }],
  });
  const id = body.albums[0].id as string;
  expect((await musician.client.put(`/api/albums/${id}/songs`, { songs: media })).status).toBe(200);
  return { id, page: `/Juno7/albums/${id}`, player: `/embed/album/${id}` };
}

describe.each<[string, string, (media: string[]) => Promise<{ page: string; player: string }>]>([
  ['a public playlist', 'Supper', (media) => newPlaylist('public', media)],
  ['an unlisted playlist', 'Supper', (media) => newPlaylist('unlisted', media)],
  ['an album', 'Leavened', newAlbum],
])('the player of %s', (_, title, make) => {
  it('plays the media that visitors may see, in order, and can be framed by any site', async () => {
    const [first, second, third] = songs as [string, string, string];
    const { page, player } = await make([third, hidden, first, second]);
    for (const client of [server.visitor(), musician.client]) {
      const answer = await client.get(player);
      expect(answer.status).toBe(200);
      expect(tracksOf(answer.text)).toEqual(['Bread', 'Broth', 'Brine']);
      expect(answer.text).toContain(`<h1><a href="${ORIGIN}${page}" target="_blank" rel="noopener">${title}</a></h1>`);
      expect(answer.text).toContain(`<p><a href="${ORIGIN}/Juno7" target="_blank" rel="noopener">Juno Tester</a></p>`);
      expect(answer.headers['content-security-policy']).toContain('frame-ancestors *;');
      expect(answer.headers['content-security-policy']).toContain(`script-src 'self' ${ORIGIN};`);
      expect(answer.headers['x-frame-options']).toBeUndefined();
    }
  });

  it('is named by oEmbed under all forms of its address, and in the head of its page', async () => {
    const { page, player } = await make(songs);
    const { status, body, headers } = await ask(ORIGIN + page);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        version: '1.0',
        type: 'rich',
        title,
        author_name: 'Juno Tester',
        author_url: `${ORIGIN}/Juno7`,
        width: 480,
        height: 420,
        html:
          `<iframe src="${ORIGIN}${player}" width="480" height="420" title="${title}" ` +
          'allow="autoplay; encrypted-media; fullscreen" loading="lazy" style="border:0"></iframe>',
      }),
    ]);
    const [beginning = '', id = ''] = page.split(/\/(?=[^/]*$)/);
    for (const url of [
      `${ORIGIN}${page}/`,
      `${ORIGIN}${beginning}/${id.toUpperCase()}//`,
      `http://scoville.example${page}`,
      `${ORIGIN}:443${page}?utm_source=${'x'.repeat(1980)}#t`,
    ])
      expect(await ask(url), url).toMatchObject({ status: 200, body });
    expect((await ask(ORIGIN + page, { maxwidth: '300', maxheight: '200' })).body).toMatchObject({
      width: 300,
      height: 200,
    });
    const discovery = `${ORIGIN}${oembed.path}?${new URLSearchParams({ url: ORIGIN + page, format: 'json' })}`;
    for (const path of [page, `${page}/`, `${beginning}/${id.toUpperCase()}`]) {
      const { text } = await pageAt(path);
      expect(text, path).toContain(
        `<link rel="alternate" type="application/json+oembed" href="${discovery.replaceAll('&', '&#38;')}">`,
      );
      expect(text).toContain(`<meta name="twitter:player" content="${ORIGIN}${player}">`);
    }
    expect((await get(`${player.replace(id, id.toUpperCase())}/`)).status).toBe(200);
  });

  it('is empty while there is nothing to play, and then is named neither by oEmbed nor by the page', async () => {
    const { page, player } = await make([hidden]);
    expect((await ask(ORIGIN + page)).status).toBe(404);
    expect((await pageAt(page)).text).not.toContain('json+oembed');
    const { status, text } = await get(player);
    expect([status, tracksOf(text)]).toEqual([200, []]);
    expect(text).toContain('There is nothing to hear here yet.');
    expect(text).not.toContain('Not yet');
  });
});

describe('a list that is not public', () => {
  it('is not found by oEmbed and players, even with its owner’s session', async () => {
    const { page, player } = await newPlaylist('private', songs);
    for (const client of [server.visitor(), musician.client]) {
      expect((await client.get(`${oembed.path}?url=${encodeURIComponent(ORIGIN + page)}`)).status).toBe(404);
      const { status, text } = await client.get(player);
      expect([status, text.includes('Supper')]).toEqual([404, false]);
    }
    for (const path of [
      `/playlists/${newId()}`,
      '/playlists/x',
      '/playlists',
      `/playlists/${newId()}/more`,
      `/Juno7/albums/${newId()}`,
      '/Juno7/albums',
      `/albums/${newId()}`,
    ])
      expect((await ask(ORIGIN + path)).status, path).toBe(404);
    for (const path of [`/embed/playlist/${newId()}`, '/embed/playlist/x', `/embed/album/${newId()}`, '/embed/album/x'])
      expect((await get(path)).status, path).toBe(404);
  });

  it('is deleted with its account', async () => {
    const gone = await server.signUp();
    const song = await insertMedia(server.app.db, { musicianId: gone.me.id });
    const { body } = await gone.client.put(`/api/users/${gone.me.id}`, {
      albums: [{ title: 'Gone', releaseDate: '2026-01-02' }],
    });
    const { id } = body.albums[0] as { id: string };
    await gone.client.put(`/api/albums/${id}/songs`, { songs: [song] });
    const page = `/${gone.me.id}/albums/${id}`;
    expect((await pageAt(page)).status).toBe(200);
    const admin = await server.signUp({ role: 'admin' });
    expect((await admin.client.delete(`/api/users/${gone.me.id}`)).status).toBe(200);
    expect((await pageAt(page)).status).toBe(404);
    for (const path of [`/embed/album/${id}`, `/api/albums/${id}`]) expect((await get(path)).status, path).toBe(404);
    expect((await ask(ORIGIN + page)).status).toBe(404);
  });
});

describe('the page of an album', () => {
  it('names the album for visitors, previews and search engines', async () => {
    const [first, second] = songs as [string, string];
    const { id, page } = await newAlbum([second, first, hidden], { credits: 'Salt & <b>Ash</b>' });
    const { status, text } = await pageAt(page);
    expect(status).toBe(200);
    expect(text).toMatch(/<title>Leavened by Juno Tester \| [^<]+<\/title>/);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}${page}">`);
    expect(text).toContain('<meta property="og:type" content="music.album">');
    expect(text).not.toContain('<b>Ash</b>');
    const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)</.exec(text)?.[1] ?? '{}');
    expect(data).toMatchObject({
      '@type': 'MusicAlbum',
      '@id': ORIGIN + page,
      name: 'Leavened',
      datePublished: '2026-01-02',
      byArtist: { '@type': 'MusicGroup', url: `${ORIGIN}/Juno7` },
      numTracks: 2,
      track: [
        { '@type': 'MusicRecording', url: `${ORIGIN}/Juno7/${second}` },
        { '@type': 'MusicRecording', url: `${ORIGIN}/Juno7/${first}` },
      ],
    });
    // The address may contain another name of the musician, like a song's address.
    expect((await pageAt(`/${musician.me.id}/albums/${id}`)).text).toContain(
      `<link rel="canonical" href="${ORIGIN}${page}">`,
    );
    const profile = (await pageAt('/Juno7')).text;
    expect(profile).toContain(`"@type":"MusicAlbum","@id":"${ORIGIN}${page}","url":"${ORIGIN}${page}"`);
    expect((await get(`/api/albums/${id}`)).body).toMatchObject({
      id,
      title: 'Leavened',
      musician: { username: 'Juno7' },
    });
    for (const path of [`/Juno7/albums/${newId()}`, '/Juno7/albums', '/Juno7/albums/x'])
      expect((await pageAt(path)).status, path).toBe(404);
  });
});
