import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { transcode } from '../../pipeline/processing/transcode.ts';
import { bytesAs, id3, utf16 } from '../../../fixtures/id3.ts';
import { attemptOf } from '../../testkit/media.ts';

let server: TestServer;
let account: Account;
let mp3: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.signUp({ plan: 'ghost-pepper' });
  mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
});
afterAll(() => server.close());

const run = () => ({ id: newId(), signal: new AbortController().signal, isLast: true, log: server.app.log });

async function uploaded(tag: Buffer, name = 'poisoned.mp3') {
  const answer = await account.client.upload('/api/upload', { name, bytes: Buffer.concat([tag, mp3]) });
  expect(answer.status).toBe(202);
  const { id } = answer.body.media;
  await transcode(server.app, await attemptOf(server.app.db, id), run());
  return (await account.client.get(`/api/media/${id}`)).body;
}

describe('malicious tags', () => {
  it.each<[string, Buffer, RegExp]>([
    ['NUL in the middle', utf16('Night\u0000Drive'), /^Night/],
    ['NUL only', utf16('\u0000\u0000\u0000'), /^poisoned$/],
    ['lone surrogates', utf16('Ember\ud800 and\udc00 ash'), /^Ember and ash$/],
    ['direction overrides', utf16('\u202e3pm.exe\u202c\u2066x'), /^3pm\.exex$/],
    ['terminal escapes', bytesAs(0, Buffer.from('\u001b[31mRed\u001b[0m\u0007', 'latin1')), /^Red$/],
    ['Latin-1 declared as UTF-8', bytesAs(3, Buffer.from('Caf\u00e9', 'latin1')), /^Caf/],
    ['UTF-8 declared as Latin-1', bytesAs(0, Buffer.from('Café', 'utf8')), /^Caf/],
    ['UTF-16 cut within a character', utf16('Half').subarray(0, -1), /^(Hal|poisoned)/],
    ['markup', utf16('<script>alert(1)</script>'), /^<script>alert\(1\)<\/script>$/],
    ['an SQL statement', utf16("'; drop table media; --"), /^'; drop table media; --$/],
    ['quotes, emoji and other scripts', utf16('"Ω" 👩‍👩‍👧 مرحبا ‘x’'), /^"Ω" 👩/],
    ['no text', utf16(''), /^poisoned$/],
    ['only spaces', utf16(' \t\r\n '), /^poisoned$/],
  ])('give a complete song with a title that can be shown: %s', async (_kind, content, title) => {
    const media = await uploaded(
      id3([
        ['TIT2', content],
        ['COMM', Buffer.concat([Buffer.from('\0eng\0', 'latin1'), content])],
      ]),
    );
    expect(media.status).toBe('complete');
    expect(media.title).toMatch(title);
    expect(media.title.isWellFormed()).toBe(true);
    expect(media.title).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffd]/);
  });

  it('are truncated in every field if they have a megabyte', async () => {
    const long = utf16('x'.repeat(500_000));
    const media = await uploaded(
      id3([
        ['TIT2', long],
        ['TPE1', long],
        ['TCON', utf16('a;'.repeat(250_000))],
        ['COMM', Buffer.concat([Buffer.from('\0eng\0', 'latin1'), Buffer.alloc(500_000, 'y')])],
      ]),
    );
    expect(media.status).toBe('complete');
    expect(media.title.length).toBeLessThanOrEqual(200);
    expect(media.description.length).toBeLessThanOrEqual(5000);
    expect(media.tags.length).toBeLessThanOrEqual(20);
    for (const { text } of media.tags) expect(text.length).toBeLessThanOrEqual(40);
  });

  it('lead to a song or an error message, never to a stuck upload, with a false length or a broken cover', async () => {
    const huge = id3([['TIT2', utf16('Liar')]]);
    huge.writeUInt32BE(0x7fffffff, 14);
    const cover = id3([
      ['TIT2', utf16('Cover')],
      ['APIC', Buffer.from('\0image/jpeg\0\x03\0\xff\xd8\xff\xe0garbage', 'latin1')],
    ]);
    for (const tag of [huge, cover]) {
      const media = await uploaded(tag);
      expect(['complete', 'failed']).toContain(media.status);
      if (media.status === 'failed') expect(media.error.message).toMatch(/^[A-Z].+\.$/);
    }
  });
});

describe('the same job, delivered twice', () => {
  it('D-28 gives two complete renditions, and keeps no other files, if both runs are parallel', async () => {
    const answer = await account.client.upload('/api/upload', { name: 'twice.mp3', bytes: mp3 });
    const { id } = answer.body.media;
    await Promise.all([
      transcode(server.app, await attemptOf(server.app.db, id), run()),
      transcode(server.app, await attemptOf(server.app.db, id), run()),
    ]);
    const media = (await account.client.get(`/api/media/${id}`)).body;
    expect(media).toMatchObject({ status: 'complete', progress: 100, error: null });
    expect(media.sources).toHaveLength(2);
    for (const { url } of media.sources) expect((await account.client.get(url)).status).toBe(200);
    const kept = await server.app.db<{ storage_key: string }[]>`
      select r.storage_key from renditions r join sources s on s.id = r.source_id where s.owner_id = ${id}`;
    expect(kept).toHaveLength(2);
    // The files of the other run are marked for deletion.
    const marked = await server.app.db<{ prefix: string }[]>`select prefix from pending_deletions`;
    const keys: string[] = [];
    for await (const key of server.app.storage.list(`media/${id}`)) keys.push(key);
    const orphans = keys.filter(
      (key) =>
        !kept.some((row) => row.storage_key === key) && !marked.some(({ prefix }) => key.startsWith(`${prefix}/`)),
    );
    expect(orphans).toEqual([]);
    const [ledger] = await server.app
      .db`select count(*)::int as n from upload_ledger l join sources s on s.id = l.source_id where s.owner_id = ${id}`;
    expect(ledger?.['n']).toBe(1);
  });
});
