import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { cleanText } from '@scoville/contract/platform/lib/clean-text.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markdownHtml } from '../../business/announcements/markdown.ts';
import { pagesOf } from '../../app.ts';
import { createHttp } from '../../platform/http/server.ts';
import { readBuiltWeb } from '../../frame/pages/built-web.ts';
import { servePages } from '../../frame/pages/serve-pages.ts';
import { song } from '../../../fixtures/files.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<!--head--><!--outline--><!--boot-->',
  '--><iframe src=javascript:alert(1)>',
  "$&$`$'<b>",
  '\u2028alert(1)\u2029',
];

let server: TestServer;
let pages: FastifyInstance;
let folder: string;
let owner: Account;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp({ firstName: '<img src=x onerror=alert(2)>' });
  folder = await mkdtemp(join(tmpdir(), 'scoville-pages-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><!--head--></head><body><div id="root"><!--outline--></div><!--boot--></body></html>',
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

/** Elements and attributes that the page's own template doesn't have. There must be none. */
function foreign(html: string): string[] {
  const data = /<script type="application\/(?:json|ld\+json)"[^>]*>[^<]*<\/script>/g;
  // The images of an outline are part of the template.
  const covers = /<a href=""><img src=""(?: srcset="" sizes="")? alt="" width="" height="">/g;
  const rest = html
    .replaceAll(data, '')
    .replaceAll(/="[^"]*"/g, '=""')
    .replaceAll(covers, '');
  return rest.match(/<(script|img|svg|iframe|b)\b[^>]*>|<[^>]*\son\w+\s*=[^>]*>|<!--(head|outline)-->/gi) ?? [];
}

describe('texts that are scripts', () => {
  it('ME-15 are shown as text, unchanged, in every field of a song or video', async () => {
    for (const payload of PAYLOADS) {
      const id = await insertMedia(server.app.db, { musicianId: owner.me.id });
      const wanted = payload.trim();
      const answer = await owner.client.put(`/api/media/${id}`, {
        title: wanted,
        description: wanted,
        tags: [{ text: wanted.slice(0, 40) }],
      });
      expect(answer).toMatchObject({ status: 200, body: { title: wanted, description: wanted } });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      const path = new URL(answer.body.htmlUrl).pathname;
      const page = await pages.inject({ method: 'GET', url: path });
      expect(page.statusCode).toBe(200);
      expect(foreign(page.body)).toEqual([]);
      // The data for the page's script contains exactly the same text.
      const boot = /<script type="application\/json" id="boot">([^<]*)<\/script>/.exec(page.body)?.[1] ?? '';
      expect(JSON.parse(boot).queries[0].data.title).toBe(wanted);
    }
  });

  it('are shown as text, unchanged, in every field of a profile, or are refused with a message', async () => {
    const { client, me } = await server.signUp();
    const period = { startDate: '2001-01-01', endDate: '2002-01-01' };
    for (const payload of [...PAYLOADS, 'javascript:alert(1)', '\u202e\u0000\ud800x', '𝒵\u0301'.repeat(20), '👩‍👩‍👧‍👦']) {
      const words = { title: payload, bio: payload, firstName: payload, lastName: payload, displayName: payload };
      const lists = {
        albums: [{ title: payload, releaseDate: '2001-01-01', websiteUrl: '', credits: payload }],
        bands: [{ name: payload, ...period, notes: payload }],
        professions: [{ company: payload, title: payload, ...period }],
        schools: [{ name: payload, field: payload, degree: '', ...period, loc: payload }],
        donationMethods: [{ appName: 'Venmo', username: payload }],
        contactMethods: [{ title: payload, info: 'https://a.example/' }],
      };
      const answer = await client.put(`/api/users/${me.id}`, {
        ...words,
        ...lists,
        address: { city: payload, state: '' },
      });
      const wanted = cleanText(payload);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          title: wanted,
          bio: wanted,
          displayName: wanted,
          address: { city: wanted },
          albums: [{ title: wanted, credits: wanted }],
          bands: [{ name: wanted, notes: wanted }],
          professions: [{ company: wanted, title: wanted }],
          schools: [{ name: wanted, field: wanted, loc: wanted }],
          donationMethods: [{ username: wanted }],
          contactMethods: [{ title: wanted }],
        },
      });
      const page = await pages.inject({ method: 'GET', url: `/${me.id}` });
      expect(page.statusCode).toBe(200);
      expect(foreign(page.body)).toEqual([]);

      for (const links of [
        { contactMethods: [{ title: 'Site', info: `javascript:${payload}` }] },
        { albums: [{ ...lists.albums[0], websiteUrl: `javascript:${payload}` }] },
        { albums: [{ ...lists.albums[0], websiteUrl: `//evil.example/${payload}` }] },
        { username: payload },
        { email: payload },
      ]) {
        const { status, body } = await client.put(`/api/users/${me.id}`, links);
        expect([status, body.errors[0].message]).toEqual([400, expect.stringMatching(/^[A-Z].*\.$/)]);
      }
    }
  });

  it('are shown as text in every field of a show: on the profile, in the player and in the calendar', async () => {
    const { client, me } = await server.signUp({ plan: 'ghost-pepper' });
    for (const payload of PAYLOADS) {
      const wanted = cleanText(payload);
      await client.put(`/api/users/${me.id}`, { displayName: payload });
      const show = {
        name: payload,
        venue: payload,
        notes: payload,
        date: '2099-12-04',
        time: '20:00',
        timeZone: 'UTC',
      };
      const added = await client.post('/api/performances/', show);
      expect(added).toMatchObject({ status: 200, body: { name: wanted, venue: wanted, notes: wanted } });
      const page = await pages.inject({ method: 'GET', url: `/${me.id}` });
      expect(page.statusCode).toBe(200);
      expect(foreign(page.body)).toEqual([]);
      const player = await server.visitor().get(`/embed/profile/${me.id}`);
      expect(player.status).toBe(200);
      if (/[<>]/.test(wanted)) expect(player.text).not.toContain(wanted);
      const calendar = await server.visitor().get(`/api/performances/user/${me.id}.ics`);
      expect(calendar.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      for (const field of ['ticketLink', 'placeDetails']) {
        const link = `javascript:${payload}`;
        const answer = await client.post('/api/performances/', {
          ...show,
          [field]: field === 'ticketLink' ? link : { website: link },
        });
        expect([answer.status, answer.body.errors[0].message]).toEqual([
          400,
          'Enter an address that begins with https:// or http://.',
        ]);
      }
      expect((await client.delete(`/api/performances/${added.body.id}`)).status).toBe(200);
    }
  });

  it('are shown as text in the name of a new account', async () => {
    for (const [at, payload] of PAYLOADS.entries()) {
      const email = `words${at}@example.org`;
      const password = 'a kettle full of songs';
      const client = server.visitor();
      const answer = await client.post('/api/users/', {
        firstName: payload,
        lastName: payload,
        email,
        emailConfirmation: email,
        password,
        passwordConfirmation: password,
      });
      const wanted = cleanText(payload);
      expect(answer).toMatchObject({
        status: 200,
        body: { firstName: wanted, lastName: wanted, displayName: `${wanted} ${wanted}` },
      });
      const page = await pages.inject({ method: 'GET', url: `/${answer.body.id}` });
      expect(page.statusCode).toBe(200);
      expect(foreign(page.body)).toEqual([]);
    }
  });

  it('are shown as text in lists, on a musician’s page and in addresses that the page repeats', async () => {
    for (const url of [
      '/',
      '/browse',
      `/${owner.me.id}`,
      '/genres',
      `/${encodeURIComponent('<script>alert(1)</script>')}`,
    ])
      expect(foreign((await pages.inject({ method: 'GET', url })).body)).toEqual([]);
    const echoes = await pages.inject({ method: 'GET', url: '/search?q=%3Cscript%3Ealert(1)%3C/script%3E' });
    expect(foreign(echoes.body)).toEqual([]);
  });

  it('UP-20 are removed from file names, and are shown as text in a title made from one', async () => {
    const musician = await server.signUp({ plan: 'ghost-pepper' });
    const bytes = await readFile(await song({ seconds: 1, format: 'mp3' }));
    const names = [
      '<img src=x onerror=alert(1)>.mp3',
      "a';alert(1)//.mp3",
      'song.html%00.mp3',
      'javascript:alert(1).mp3',
    ];
    for (const name of names) {
      const { status, body } = await musician.client.upload('/api/upload', { name, bytes });
      expect(status).toBe(202);
      expect(body.media.filename).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
      const page = await pages.inject({ method: 'GET', url: new URL(body.media.htmlUrl).pathname });
      expect(foreign(page.body)).toEqual([]);
    }
  });

  it('CU-23 are shown as text in the mail about a verdict, with the subject on one line', async () => {
    const id = await insertMedia(server.app.db, {
      musicianId: owner.me.id,
      allowCuration: true,
      title: '<script>alert(1)</script>',
    });
    const reviewer = await server.signUp({ isCurator: true });
    const answer = await reviewer.client.put(`/api/media/${id}`, {
      curationStats: { storytelling: 80, execution: 80, thumbnailArt: 80 },
      curationMessage:
        'Fine.\r\nBcc: all@example.org\n<a href="javascript:alert(1)">go</a><img src=x onerror=alert(1)>',
    });
    expect(answer.status).toBe(200);
    const [mail] = await server.app.db<{ subject: string; html: string }[]>`
      select subject, html from outbox where "to" = ${owner.me.email}`;
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).toContain('&lt;img');
    expect(mail?.html.match(/<script|<img|href="javascript:|<[^>]*\sonerror=/gi)).toBeNull();
  });

  it('SY-02 are shown as text in the markdown of the system message', () => {
    const hostile = [
      ...PAYLOADS,
      '[go](javascript:alert(1))',
      '[go](JaVaScRiPt:alert(1))',
      '[go](data:text/html,<script>alert(1)</script>)',
      '[go](vbscript:x)',
      '![x](javascript:alert(1))',
      '<javascript:alert(1)>',
      '[a]: javascript:alert(1)\n\n[a]',
      '[go](java&#x0A;script:alert(1))',
      '[go](https://x" onclick="alert(1))',
    ];
    for (const text of hostile)
      expect(
        markdownHtml(text).match(
          /<(script|svg|iframe|b)\b|<[^>]*\son\w+=|(href|src)="\s*(javascript|data|vbscript):/gi,
        ),
      ).toBeNull();
  });

  it('are also blocked by the policy of every answer', async () => {
    for (const url of ['/', '/api/settings', '/api/docs', '/nowhere']) {
      const policy = String((await server.visitor().get(url)).headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }
  });
});
