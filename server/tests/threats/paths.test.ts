import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let account: Account;
let mp3: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.signUp({ plan: 'ghost-pepper' });
  mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
});
afterAll(() => server.close());

const NAMES = [
  '../../../../etc/cron.d/evil.mp3',
  '..\\..\\..\\windows\\system32\\evil.mp3',
  '/etc/passwd.mp3',
  'C:\\evil.mp3',
  '....//....//evil.mp3',
  '%2e%2e%2f%2e%2e%2fevil.mp3',
  'evil%5c..%5cx.mp3',
  'evil%00.mp3',
  '.htaccess.mp3',
  '.mp3',
  '*.mp3',
  'CON.mp3',
  'aux.mp3',
  'a'.repeat(300) + '.mp3',
  'ü'.repeat(500) + '.mp3',
  '~root.mp3',
  '$(touch evil).mp3',
  '`touch evil`.mp3',
  '-rf.mp3',
  'evil.exe/../../x.mp3',
  '\u202eexe.mp3',
];
/** Names without the extension of a song. */
const REFUSED = ['.htaccess', '.', '..', '', 'aux', '~root', 'evil.mp3/../../x', '\u202e3pm.exe', '../../evil.mp3/'];

const everything = async () =>
  (await readdir(server.app.env.DATA_DIR, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(server.app.env.DATA_DIR.length));

describe('names that look like paths', () => {
  it('UP-20 never reach the disk: every file is stored under our ids, and its shown name is plain', async () => {
    for (const name of NAMES) {
      const answer = await account.client.upload('/api/upload', { name, bytes: mp3 });
      expect(answer.status).toBe(202);
      const { filename, title } = answer.body.media;
      expect(filename).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/);
      expect(filename).not.toContain('..');
      expect(title.length).toBeGreaterThan(0);
      expect(title.length).toBeLessThanOrEqual(200);
    }
    for (const name of REFUSED)
      expect((await account.client.upload('/api/upload', { name, bytes: mp3 })).status).toBe(415);
    const id = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
    const files = await everything();
    expect(files).toHaveLength(NAMES.length);
    for (const file of files) expect(file).toMatch(new RegExp(`^/files/originals/${id}/${id}$`));
  });

  it('API-19 UP-24 remove no file and no other user’s entry when sent to shorten the list of uploads', async () => {
    const other = await server.signUp({ plan: 'ghost-pepper' });
    await other.client.upload('/api/upload', { name: 'theirs.mp3', bytes: mp3 });
    const before = await everything();
    const original = before[0]?.slice('/files/'.length) ?? '';
    const names = [
      ...NAMES,
      ...REFUSED.filter((name) => name !== ''),
      `../files/${original}`,
      `..%2ffiles%2f${original}`,
      join(server.app.env.DATA_DIR, 'files', original),
      'theirs.mp3',
      '*',
      '%',
      '_______.mp3',
    ];
    const shown = (await account.client.get('/api/upload/progress')).body.progress.map(
      ({ fileName }: { fileName: string }) => fileName,
    );
    for (const name of names.filter((one) => !shown.includes(one) && one !== '.' && one !== '..')) {
      const answer = await account.client.delete(`/api/upload/progress/${encodeURIComponent(name.toWellFormed())}`);
      expect([400, 404, 414]).toContain(answer.status);
    }
    expect(await everything()).toEqual(before);
    expect((await other.client.get('/api/upload/progress')).body.total).toBe(1);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(shown.length);
  });

  it('find nothing in the address of a resumable upload', async () => {
    for (const name of ['..%2f..%2fadmin-sign-in.txt', '%2e%2e%5cx', 'x%00', '.', 'a'.repeat(200)])
      for (const method of ['PATCH', 'HEAD', 'DELETE'] as const) {
        const answer = await account.client.send({
          method,
          url: `/api/upload/tus/${name}`,
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
          },
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }
  });

  it('find nothing outside of the served files in addresses of pages and files', async () => {
    for (const path of [
      '/assets/../../../../etc/passwd',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/.env',
      '/.git/config',
      '/data/admin-sign-in.txt',
      '/images/profile/..%2f..%2f..%2fadmin-sign-in.txt',
      '/index.html%00.js',
      '/.vite/manifest.json',
    ]) {
      const answer = await server.visitor().get(path);
      expect(answer.text).not.toMatch(/root:x:0|"workspaces"|\[core\]|DATABASE_URL|admin@|"isEntry"/);
      expect(answer.status === 503 || answer.status < 500).toBe(true);
    }
  });
});
