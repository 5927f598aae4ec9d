import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOf } from '../../app.ts';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { createHttp } from '../../platform/http/server.ts';
import { readBuiltWeb } from '../../frame/pages/built-web.ts';
import { servePages } from '../../frame/pages/serve-pages.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { newId } from '../../platform/ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://music.example' });
});
afterAll(() => server.close());

const FORGED = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };

it('mails and canonical links begin with PUBLIC_URL, even if a request has another Host', async () => {
  const owner = await server.signUp();
  const reviewer = await server.signUp({ isCurator: true });
  const id = await insertMedia(server.app.db, { musicianId: owner.me.id, allowCuration: true });
  const verdict = await reviewer.client.send({
    method: 'PUT',
    url: `/api/media/${id}`,
    headers: FORGED,
    payload: { curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 } },
  });
  expect(verdict.status).toBe(200);
  expect(verdict.body.htmlUrl).toMatch(/^https:\/\/music\.example\//);
  const asked = { method: 'POST', url: '/auth/forgot', headers: FORGED, payload: { email: owner.me.email } } as const;
  expect((await server.visitor().send(asked)).status).toBe(200);
  const [job] = await server.app.db<
    { data: { email: string } }[]
  >`select data from pgboss.job where name = 'mail-reset'`;
  await mailReset(server.app, job?.data.email ?? '', newId());
  const mails = await server.app.db<{ text: string; html: string }[]>`select text, html from outbox`;
  expect(mails.length).toBeGreaterThan(1);
  for (const { text, html } of mails) {
    expect(html).toContain('https://music.example/');
    expect(text + html).not.toContain('evil.example');
  }

  const folder = await mkdtemp(join(tmpdir(), 'scoville-pages-'));
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><!--head--></head><body><!--outline--><!--boot--></body></html>',
  );
  const pages = await createHttp({ logger: server.app.log, secure: true, development: false });
  try {
    pages.decorateRequest('actor', null);
    await servePages(pages, server.app, pagesOf(server.app), readBuiltWeb(folder), null);
    const page = await pages.inject({ method: 'GET', url: new URL(verdict.body.htmlUrl).pathname, headers: FORGED });
    expect(page.body).toContain('<link rel="canonical" href="https://music.example/');
    expect(page.body).not.toContain('evil.example');
  } finally {
    await pages.close();
    await rm(folder, { recursive: true });
  }
});
