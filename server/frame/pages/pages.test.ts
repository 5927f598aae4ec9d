import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesOf } from '../../app.ts';
import { createHttp } from '../../platform/http/server.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { readBuiltWeb } from './built-web.ts';
import { servePages } from './serve-pages.ts';

const SCRIPT = `console.log(${JSON.stringify('a long script that is worth making small '.repeat(40))});`;

describe('the document for an address', () => {
  let server: TestServer;
  let pages: FastifyInstance;
  let folder: string;
  let musician: Account;
  let media: string;

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp({ firstName: 'Juno' });
    await server.app.db`update users set username = 'juno' where id = ${musician.me.id}`;
    media = await insertMedia(server.app.db, {
      musicianId: musician.me.id,
      title: 'Salt & Ash',
      scores: [90, 90, 91],
      pinned: true,
    });
    folder = await mkdtemp(join(tmpdir(), 'scoville-pages-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, '.vite'));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><html lang="en"><head><!--head--></head><body><div id="root"><!--outline--></div><!--boot--></body></html>',
    );
    await writeFile(join(folder, 'assets/entry-1a2b.js'), SCRIPT);
    await writeFile(join(folder, 'assets/entry-1a2b.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'assets/entry-1a2b.js.gz'), gzipSync(SCRIPT));
    await writeFile(
      join(folder, '.vite/manifest.json'),
      JSON.stringify({
        'index.html': { file: 'assets/entry-1a2b.js' },
        'shared.ts': { file: 'assets/shared-3c.js' },
        'listening/discovery/home-screen.tsx': { file: 'assets/home-4d.js', imports: ['index.html', 'shared.ts'] },
      }),
    );
    pages = await createHttp({ logger: server.app.log, secure: false, development: false });
    pages.decorateRequest('actor', null);
    await servePages(pages, server.app, pagesOf(server.app), readBuiltWeb(folder), null);
  });
  afterAll(async () => {
    await pages.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => pages.inject({ method: 'GET', url, headers });
  const boot = (html: string) =>
    JSON.parse(/<script type="application\/json" id="boot">([^<]*)<\/script>/.exec(html)?.[1] ?? '{}');
  const publicUrl = () => server.app.env.PUBLIC_URL;

  it.each([
    ['/', 'Home'],
    ['/genres', 'Genres'],
    ['/genres/soul', 'Soul'],
    ['/moods', 'Moods'],
    ['/moods/dusk', 'Dusk'],
    ['/browse', 'Recommendations based on your latest music choices'],
    ['/perfectly-seasoned', 'Perfectly Seasoned'],
    ['/well-done', 'Well Done'],
    ['/juno', 'Juno'],
  ])('%s has a title, a description, its canonical address and an outline', async (path, title) => {
    const { statusCode, body, headers } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(body).toContain(`<title>${title}`);
    expect(body).toMatch(/<title>[^<]+ \| Scoville<\/title>/);
    expect(body).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect(body).toContain(`<link rel="canonical" href="${publicUrl()}${path}">`);
    expect(body).toContain('<meta property="og:title"');
    expect(body).toMatch(/<main class="outline-page" data-kind="[a-z.]+">(<img class="banner"[^>]+>)?<h1>[^<]+<\/h1>/);
  });

  it.each([
    ['/login', 'Sign in'],
    ['/signup', 'Create account'],
    ['/forgot', 'Forgotten password'],
    ['/reset/abc', 'Password'],
    ['/favorites', 'Your Favorite Media'],
    ['/search?q=fox', 'Search'],
    ['/upload', 'Upload'],
    ['/messages/', 'Messages'],
    ['/account/media/edit/01890a5d-ac96-774b-bcce-b302099a8057', 'Edit media'],
    ['/admin/system-message', 'Administer Message'],
    ['/no/such/path/here', 'Home'],
  ])('%s has its title in the HTML: %s', async (path, title) => {
    expect((await get(path)).body).toContain(`<title>${title} | Scoville</title>`);
  });

  it('a trailing slash, capitals in ids and tracking parameters don’t change page and preview', async () => {
    const long = `?utm_source=${'x'.repeat(1980)}`;
    for (const path of [`/juno/${media}`, '/juno', '/genres/soul']) {
      const [plain, ...others] = await Promise.all(
        [path, `${path}/`, path.replace(media, media.toUpperCase()), path + long, `${path}/${long}`].map((one) =>
          get(one),
        ),
      );
      const preview = ({ statusCode, body }: Awaited<ReturnType<typeof get>>) => [
        statusCode,
        ...(body.match(/<(?:title>[^<]+|meta|link rel="canonical")[^>]*>/g) ?? []),
      ];
      expect(preview(plain!).length).toBeGreaterThan(5);
      for (const other of others) expect(preview(other)).toEqual(preview(plain!));
    }
  });

  it('an unknown address answers 404 with the product’s page', async () => {
    for (const path of [
      '/no/such/path/here',
      '/wp-login.php',
      '/nobody9',
      '/settings',
      '/account/nothing',
      `/juno/${newId()}`,
    ]) {
      const { statusCode, headers, body } = await get(path);
      expect([path, statusCode, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(body).not.toContain('rel="canonical"');
    }
    for (const path of ['/account', '/admin', '/help', '/account/media', '/messages/x'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  });

  it('the fragment of a path is ignored', async () => {
    for (const url of ['/juno#%ff', '/juno#x?y', '/juno#%ff?a=%ff']) expect((await get(url)).statusCode, url).toBe(200);
  });

  it('a preview truncates text between characters, without splitting emoji', async () => {
    const { client, me } = await server.signUp();
    const family = '👩‍👩‍👧‍👦';
    for (const before of [190, 199]) {
      const words = 'a'.repeat(before);
      expect((await client.put(`/api/users/${me.id}`, { bio: words + family.repeat(40) })).status).toBe(200);
      const { body } = await get(`/${me.id}`);
      for (const name of ['name="description"', 'property="og:description"'])
        expect(body).toContain(`<meta ${name} content="${words}">`);
      // The outline and the data for search engines have room for some of them.
      expect(body).toMatch(new RegExp(`<p>${words}(${family})+</p>`));
      expect(body).toMatch(new RegExp(`"description":"${words}(${family})+"`));
    }
  });

  it('a profile’s first covers are painted before scripts run, in front of their titles', async () => {
    const { body } = await get('/juno');
    const [, src, title] =
      /<ul class="covers"><li><a href="[^"]+"><img src="([^"]+)" alt="" width="700" height="700">([^<]+)<\/a>/.exec(
        body,
      ) ?? [];
    expect(src).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(title).toBe('Salt &#38; Ash');
  });

  it('a genre’s picture is painted before scripts run, drawn if the genre has none', async () => {
    const { body } = await get('/genres/soul');
    expect(body).toMatch(
      /<img class="banner" src="data:image\/svg\+xml,%3Csvg[^"]+" alt="" width="700" height="700"><h1>/,
    );
    expect((await get('/genres')).body).not.toContain('class="banner"');
  });

  it('Home contains its data and preloads its own scripts, without those of the entry', async () => {
    const { body } = await get('/');
    const { settings, me, queries } = boot(body);
    expect(settings.productName).toBe('Scoville');
    expect(me).toBeNull();
    expect(queries.map(({ key }: { key: unknown[] }) => key)).toEqual([
      ['/api/home', {}, {}],
      ['/api/system-message', {}, {}],
    ]);
    expect(queries[0].data.pinned).toMatchObject({ id: media, title: 'Salt & Ash' });
    const preloaded = [...body.matchAll(/<link rel="modulepreload" fetchpriority="low" href="([^"]+)">/g)].map(
      ([, href]) => href,
    );
    expect(preloaded.toSorted()).toEqual(['/assets/home-4d.js', '/assets/shared-3c.js']);
  });

  it('RT-53 a media item’s page describes it to previews and crawlers, under both forms of its address', async () => {
    for (const path of [`/juno/${media}`, `/juno/songs/${media}`, `/${musician.me.id}/${media}`]) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(200);
      expect(body).toContain('<title>Salt &#38; Ash by Juno');
      expect(body).toContain(`<link rel="canonical" href="${publicUrl()}/juno/${media}">`);
      const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body)?.[1] ?? '{}');
      expect(data).toMatchObject({ '@type': 'MusicRecording', name: 'Salt & Ash', duration: 'PT100S' });
    }
  });

  it('a profile’s page describes it to previews and crawlers, and contains the data of its first screen', async () => {
    const show = { name: 'Kettle Night', date: '2099-12-04', time: '20:00', timeZone: 'America/Chicago' };
    await musician.client.post('/api/performances/', {
      ...show,
      venue: 'Minglewood Hall',
      town: 'Memphis, TN',
      cost: 5,
    });
    await musician.client.post('/api/performances/', {
      ...show,
      name: 'Abroad',
      date: '2099-12-05',
      town: 'Berlin, Germany',
    });
    await musician.client.post('/api/performances/', { ...show, name: 'Nowhere yet', date: '2099-12-06' });
    const video = await insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Steam', type: 'video' });
    const { body } = await get('/juno');
    const [group, film, ...more] = JSON.parse(
      /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(body)?.[1] ?? '{}',
    )['@graph'];
    expect(more).toEqual([]);
    expect(group).toMatchObject({
      '@type': 'MusicGroup',
      name: 'Juno Tester',
      url: `${publicUrl()}/juno`,
      track: [{ '@type': 'MusicRecording', name: 'Salt & Ash', url: `${publicUrl()}/juno/${media}` }],
      event: [
        {
          '@type': 'Event',
          name: 'Kettle Night',
          startDate: '2099-12-04T20:00:00-06:00',
          location: {
            '@type': 'Place',
            name: 'Minglewood Hall',
            address: {
              '@type': 'PostalAddress',
              addressLocality: 'Memphis',
              addressRegion: 'TN',
              addressCountry: 'US',
            },
          },
          offers: { '@type': 'Offer', price: '5.00', priceCurrency: 'USD' },
        },
        { name: 'Abroad', location: { '@type': 'Place', name: 'Berlin, Germany', address: 'Berlin, Germany' } },
      ],
    });
    expect(film).toMatchObject({
      '@type': 'VideoObject',
      name: 'Steam',
      description: 'A video by Juno Tester.',
      embedUrl: `${publicUrl()}/embed/media/${video}`,
    });
    expect(body).toContain('<meta property="og:type" content="profile">');
    for (const [type, form] of [
      ['application/rss+xml', 'xml'],
      ['application/feed+json', 'json'],
    ])
      expect(body).toContain(
        `<link rel="alternate" type="${type}" title="Juno Tester" href="${publicUrl()}/api/media/user/${musician.me.id}/feed.${form}">`,
      );
    expect(body).toContain(`<meta name="twitter:player" content="${publicUrl()}/embed/profile/juno">`);
    const ask = `${publicUrl()}/api/oembed?url=${encodeURIComponent(`${publicUrl()}/juno`)}&#38;format=json`;
    expect(body).toContain(`<link rel="alternate" type="application/json+oembed" href="${ask}">`);
    const boot = JSON.parse(/id="boot">([^<]*)<\/script>/.exec(body)?.[1] ?? '{}');
    const key = (path: string) => boot.queries.find((query: { key: unknown[] }) => query.key[0] === path)?.key;
    expect(key('/api/musicians/:id')).toEqual(['/api/musicians/:id', { id: 'juno' }, {}]);
    const { id } = musician.me;
    const order = { sortingOptions: { sort: 'position' } };
    expect(key('/api/media/user/:id')).toEqual(['/api/media/user/:id', { id }, {}, order, 'pages']);
    expect(key('/api/performances/user/:id')).toEqual([
      '/api/performances/user/:id',
      { id },
      { when: 'upcoming' },
      'pages',
    ]);
  });

  it('a missing or hidden page is not indexed, and reveals nothing', async () => {
    const hidden = await insertMedia(server.app.db, {
      musicianId: musician.me.id,
      title: 'Not yet',
      published: false,
    });
    // The names of an object's built-in properties are treated like other names.
    const properties = ['/constructor', '/toString', '/genres/__proto__'];
    for (const path of [...properties, '/nobody123', `/juno/${newId()}`, `/juno/${hidden}`, '/genres/no-such-genre']) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).toContain('<title>Not found | Scoville</title>');
      expect(body).not.toContain('Not yet');
    }
    for (const path of ['/account/media', '/admin/users', '/a/b/c/d/e'])
      expect((await get(path)).body).toContain('noindex');
  });

  it('e7 a path that cannot be a username answers 404, and the browser then shows Home', async () => {
    for (const path of [
      '/about',
      '/About',
      '/SETTINGS',
      '/songs',
      '/juno-reyes',
      '/__proto__',
      `/media/${media}`,
      `/Admin/${newId()}`,
    ]) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 404]);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).not.toMatch(/not found|Salt/i);
    }
  });

  it('assets are compressed, and assets with a hash in their name are cached forever', async () => {
    const plain = await get('/assets/entry-1a2b.js');
    // Embedded players load these files in frames that may have no origin.
    expect(plain.headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const br = await get('/assets/entry-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.headers['vary']).toContain('accept-encoding');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
    const zipped = await get('/assets/entry-1a2b.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(SCRIPT);
    const page = await get('/genres', { 'accept-encoding': 'br' });
    expect(page.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('<title>Genres | Scoville</title>');
  });

  it('the manifest describes the app for a phone’s home screen', async () => {
    const { headers, body } = await server.http.inject('/manifest.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    expect(JSON.parse(body)).toMatchObject({ name: 'Scoville', start_url: '/', display: 'standalone' });
  });

  it('the offline page has the product’s name', async () => {
    const named = await startTestServer({ PRODUCT_NAME: 'Hot & <Sauce>' });
    const { headers, body, statusCode } = await named.http.inject('/offline.html');
    await named.close();
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>You are offline</h1>');
    expect(body).toContain('Hot &#38; &#60;Sauce&#62; plays over the internet');
    // A shared cache may store the page, because it sets no cookie.
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('RT-01 every screen opens by its own address, as a page without a hash', async () => {
    const { body: playlist } = await musician.client.post('/api/playlists', { name: 'Late', visibility: 'public' });
    const { body: profile } = await musician.client.put(`/api/users/${musician.me.id}`, {
      albums: [{ title: 'Leavened', releaseDate: '2026-01-02' }],
    });
    const named: Record<string, string> = {
      genre: 'soul',
      mood: 'dusk',
      name: 'juno',
      item: media,
      type: 'songs',
      mediaId: media,
      id: media,
      userId: musician.me.id,
      playlistId: playlist.id,
      albumId: profile.albums[0].id,
      token: 'deadbeef',
    };
    for (const { path } of Object.values(SCREENS)) {
      const address = path.replaceAll(/\$(\w+)/g, (_, name: string) => named[name] ?? 'missing');
      const { statusCode, headers, body } = await get(address);
      expect([address, statusCode, headers['content-type']]).toEqual([address, 200, 'text/html; charset=utf-8']);
      expect(body).toContain('<div id="root">');
    }
  });

  it('a missing file or call does not answer with a page', async () => {
    for (const path of ['/assets/gone-5e.js', '/api/no-such-call', '/files/x']) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 404]);
      expect(body).not.toContain('<html');
    }
    // Build files for the server are not served to browsers.
    expect((await get('/.vite/manifest.json')).body).not.toContain('home-4d.js');
  });

  it('crawlers get robots.txt and a sitemap with public media only', async () => {
    const robots = await server.visitor().get('/robots.txt');
    expect(robots.text).toContain(`Sitemap: ${publicUrl()}/sitemap.xml`);
    expect(robots.text).toContain('Disallow: /api/');
    const map = await server.visitor().get('/sitemap.xml');
    expect(map.headers['content-type']).toContain('application/xml');
    const addresses = [...map.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(addresses).toContain(`${publicUrl()}/juno/${media}`);
    expect(addresses).toContain(`${publicUrl()}/genres/soul`);
    const [row] = await server.app.db<{ n: number }[]>`select count(*)::int as n from media where band is not null`;
    expect(addresses.filter((address) => address?.includes('/juno/'))).toHaveLength(row?.n ?? -1);
  });

  it('crawlers get more than 1,000 addresses in parts, each smaller than 300 kB', async () => {
    const many = await startTestServer();
    const { me } = await many.signUp();
    const first = await insertMedia(many.app.db, { musicianId: me.id });
    const columns = await many.app.db<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_name = 'media' and is_generated = 'NEVER' and column_name not in ('id', 'published_at')`;
    const others = columns.map(({ name }) => `"${name}"`).join();
    await many.app.db.unsafe(
      `insert into media (id, published_at, ${others})
       select gen_random_uuid(), now() - n * interval '1 minute', ${others} from media, generate_series(1, 2300) n`,
    );
    const read = async (path: string) => {
      const { status, text } = await many.visitor().get(path);
      expect(text.length, path).toBeLessThan(300_000);
      return { status, text, found: [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address) };
    };
    const index = await read('/sitemap.xml');
    expect(index.text).toContain('<sitemapindex ');
    expect(index.found.map((address) => new URL(address).pathname)).toEqual([1, 2, 3].map((n) => `/sitemap-${n}.xml`));
    const parts = await Promise.all(index.found.map((address) => read(new URL(address).pathname)));
    const media = parts.map(({ found }) => found.filter((address) => address.includes(me.id)));
    expect(media.map(({ length }) => length)).toEqual([1000, 1000, 301]);
    expect(new Set(media.flat()).size).toBe(2301);
    expect(media[0]?.[0]).toContain(first);
    expect(parts.map(({ found }) => found.some((address) => address.endsWith('/browse')))).toEqual([
      true,
      false,
      false,
    ]);
    for (const none of ['/sitemap-4.xml', '/sitemap-0.xml', '/sitemap-11.xml', '/sitemap-x.xml'])
      expect((await read(none)).status, none).toBe(404);
    await many.close();
  });
});
