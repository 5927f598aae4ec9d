import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LISTENER_HEADER } from '@scoville/contract/platform/lib/listener.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const ORIGIN = 'https://scoville.example';

describe('players in other sites’ pages', () => {
  let server: TestServer;
  let musician: Account;
  let song: string;
  let hidden: string;
  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL: ORIGIN });
    musician = await server.signUp({ firstName: 'Juno' });
    const { db } = server.app;
    await db`update users set username = 'Juno7' where id = ${musician.me.id}`;
    song = await insertMedia(db, { musicianId: musician.me.id, title: 'Salt & <i>Ash</i></script>' });
    hidden = await insertMedia(db, { musicianId: musician.me.id, title: 'Not yet', published: false });
  });
  afterAll(() => server.close());

  const ask = (query: Record<string, string>) => server.visitor().get(`/api/oembed?${new URLSearchParams(query)}`);

  it('are found by links with a trailing slash, capitals, http or tracking parameters', async () => {
    const { body: plain, headers } = await ask({ url: `${ORIGIN}/Juno7/${song}` });
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(plain.html).toContain(`/embed/media/${song}`);
    for (const url of [
      `${ORIGIN}/Juno7/${song}/`,
      `${ORIGIN}/Juno7/${song.toUpperCase()}`,
      `http://scoville.example/Juno7/songs/${song}`,
      `${ORIGIN}:443/Juno7/${song}?utm_source=${'x'.repeat(1980)}#t=10`,
    ])
      expect(await ask({ url })).toMatchObject({ status: 200, body: plain });
    for (const url of [
      `http://scoville.example:8080/Juno7/${song}`,
      `https://other.example/Juno7/${song}`,
      'x'.repeat(3000),
    ])
      expect((await ask({ url })).status, url).toBe(404);
    expect((await server.visitor().get(`/embed/media/${song.toUpperCase()}/`)).status).toBe(200);
    expect((await server.visitor().get('/embed/profile/Juno7/')).status).toBe(200);
  });

  it('may be framed by any site, unlike all other pages', async () => {
    const answer = await server.visitor().get(`/embed/media/${song}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors *;');
    // In a sandboxed frame, 'self' matches no address in some browsers.
    expect(answer.headers['content-security-policy']).toContain(`script-src 'self' ${ORIGIN};`);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    // Neither a page nor its 404 is cached for longer than a moment, because the item may be hidden or published.
    for (const { headers } of [answer, await server.visitor().get(`/embed/media/${newId()}`)])
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=1');
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    // The response is the same for all visitors, so it sets no visitor cookie.
    expect(answer.headers['set-cookie']).toBeUndefined();
    for (const path of ['/', `/Juno7/${song}`, '/Juno7', '/api/settings', '/embed', '/embed/media']) {
      const { headers } = await server.visitor().get(path);
      expect(headers['x-frame-options'], path).toBe('DENY');
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    }
  });

  describe('in a frame without an origin of its own', () => {
    const FOREIGN = { 'sec-fetch-site': 'cross-site', origin: 'null' };
    const OPEN = { 'access-control-allow-origin': '*' };
    const send = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers = {}, payload?: object) =>
      server.visitor().send({ method, url, headers: { ...FOREIGN, ...headers }, ...(payload && { payload }) });
    const newName = async () => (await send('POST', '/api/embeds/listener')).body.listener as string;

    it('receive an anonymous id for the listener and media with fresh addresses, and count plays', async () => {
      const named = await send('POST', '/api/embeds/listener');
      expect(named).toMatchObject({ status: 200, headers: OPEN });
      expect(named.headers['set-cookie']).toBeUndefined();
      expect(await send('GET', `/api/embeds/media/${song}`)).toMatchObject({
        status: 200,
        headers: OPEN,
        body: { id: song, title: 'Salt & <i>Ash</i></script>', mediaType: 'song', sources: [], poster: null },
      });
      const headers = { [LISTENER_HEADER]: named.body.listener };
      const played = await send('POST', '/api/stats/embedded', headers, { media: song });
      expect(played).toMatchObject({ status: 200, headers: OPEN, body: { accepted: true } });
      expect(played.headers['set-cookie']).toBeUndefined();
    });

    it('get the right answer to a CORS preflight', async () => {
      for (const [url, method] of [
        ['/api/embeds/listener', 'POST'],
        ['/api/stats/embedded', 'POST'],
        ['/files/token/media/x/y.mp4', 'GET'],
      ] as const) {
        const { status, headers } = await send('OPTIONS', url, {
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type,x-listener',
        });
        expect(status, url).toBe(204);
        expect(headers, url).toMatchObject({
          ...OPEN,
          'access-control-allow-methods': method,
          'access-control-allow-headers': expect.stringContaining(LISTENER_HEADER),
        });
        // With this header, a browser would send cookies.
        expect(headers['access-control-allow-credentials'], url).toBeUndefined();
      }
    });

    it('return no hidden media, and count no plays without a listener id that the server issued', async () => {
      for (const id of [hidden, newId()]) {
        expect((await send('GET', `/api/embeds/media/${id}`)).status).toBe(404);
        const headers = { [LISTENER_HEADER]: await newName() };
        expect((await send('POST', '/api/stats/embedded', headers, { media: id })).status).toBe(404);
      }
      for (const headers of [{}, { [LISTENER_HEADER]: 'somebody.else' }])
        expect(await send('POST', '/api/stats/embedded', headers, { media: song })).toMatchObject({
          status: 400,
          body: { message: 'Send the name of the listener in the header x-listener.' },
        });
    });

    it('act for no account, and allow no other call', async () => {
      const headers = { ...FOREIGN, [LISTENER_HEADER]: await newName() };
      for (const [url, payload] of [
        ['/api/stats/embedded', { media: song }],
        ['/api/embeds/listener', {}],
      ] as const)
        expect((await musician.client.send({ method: 'POST', url, headers, payload })).status, url).toBe(403);
      for (const [url, payload] of [
        ['/api/stats', { statTitle: 'play-media', media: song }],
        ['/api/playlists', { name: 'Mine' }],
      ] as const)
        expect(await send('POST', url, headers, payload), url).toMatchObject({ status: 403 });
      const read = await send('GET', `/api/media/${song}`);
      expect(read.headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  it('play only media that visitors may see, even for their owner, and escape titles', async () => {
    const { text } = await server.visitor().get(`/embed/media/${song}`);
    expect(text).toContain('<h1><a href="https://scoville.example/Juno7/');
    expect(text).toContain('Salt &#38; &#60;i&#62;Ash&#60;/i&#62;&#60;/script&#62;');
    const data = /<script type="application\/json" id="media">([^<]*)<\/script>/.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual([
      { id: song, title: 'Salt & <i>Ash</i></script>', mediaType: 'song', sources: [], poster: null },
    ]);
    for (const client of [server.visitor(), musician.client]) {
      for (const path of [
        `/embed/media/${hidden}`,
        `/embed/media/${newId()}`,
        '/embed/media/x',
        '/embed/profile/nobody9',
      ]) {
        const answer = await client.get(path);
        expect([answer.status, answer.text.includes('This is no longer here')], path).toEqual([404, true]);
      }
      const profile = await client.get('/embed/profile/juno7');
      expect(profile.status).toBe(200);
      expect(profile.text).not.toContain('Not yet');
    }
  });

  it('are described by oEmbed under all of their addresses', async () => {
    for (const path of [`/Juno7/${song}`, `/Juno7/songs/${song}`, `/${musician.me.id}/${song}?play=true`])
      expect(await ask({ url: ORIGIN + path, format: 'json' })).toMatchObject({
        status: 200,
        body: {
          version: '1.0',
          type: 'rich',
          provider_name: server.app.env.PRODUCT_NAME,
          provider_url: ORIGIN,
          title: 'Salt & <i>Ash</i></script>',
          author_name: 'Juno Tester',
          author_url: `${ORIGIN}/Juno7`,
          cache_age: 3600,
          html:
            `<iframe src="${ORIGIN}/embed/media/${song}" width="480" height="152" ` +
            'title="Salt &#38; &#60;i&#62;Ash&#60;/i&#62;&#60;/script&#62;" allow="autoplay; encrypted-media; fullscreen" loading="lazy" style="border:0"></iframe>',
          width: 480,
          height: 152,
        },
      });
    const small = (await ask({ url: `${ORIGIN}/Juno7`, maxwidth: '300', maxheight: '200' })).body;
    expect(small).toMatchObject({ title: 'Juno Tester', width: 300, height: 200 });
    expect(small.html).toContain(`src="${ORIGIN}/embed/profile/Juno7" width="300" height="200"`);
  });

  it('get a 404 from oEmbed for other sites and hidden media, and a 501 for formats other than JSON', async () => {
    for (const url of [
      `https://evil.example/Juno7/${song}`,
      `${ORIGIN}.evil.example/Juno7`,
      `${ORIGIN}/Juno7/${hidden}`,
      `${ORIGIN}/nobody9`,
      `${ORIGIN}/login`,
      'javascript:alert(1)',
      'nothing',
    ])
      expect((await ask({ url })).status, url).toBe(404);
    expect((await ask({ url: `${ORIGIN}/Juno7`, format: 'xml' })).status).toBe(501);
    expect((await ask({})).status).toBe(400);
  });
});
