import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import type { Client } from '../../testkit/client.ts';
import { putBytes } from '../../testkit/stored.ts';
import { needs } from '../../testkit/needs.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('files', () => {
  let server: TestServer;
  let owner: Account;
  let other: Account;
  let admin: Account;

  const keep = async (key: string, bytes: Buffer) => {
    await putBytes(server.app, key, bytes);
    return server.app.signer.address(key);
  };
  const song = async (published: boolean) => {
    const id = await insertMedia(server.app.db, { musicianId: owner.me.id, published });
    return { id, address: await keep(`media/${id}/${newId()}/audio.m4a`, Buffer.from('0123456789')) };
  };

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signUp();
    other = await server.signUp();
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  it('PL-21 PM-01 are served to a visitor, whole and in ranges, with a fixed type', async () => {
    const { address } = await song(true);
    const visitor = server.visitor();
    const whole = await visitor.get(address);
    expect(whole).toMatchObject({
      status: 200,
      text: '0123456789',
      headers: { 'content-type': 'audio/mp4', 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' },
    });
    const part = await visitor.send({ method: 'GET', url: address, headers: { range: 'bytes=2-4' } });
    expect(part).toMatchObject({ status: 206, text: '234', headers: { 'content-range': 'bytes 2-4/10' } });
    expect((await visitor.send({ method: 'GET', url: address, headers: { range: 'bytes=10-' } })).status).toBe(416);
    const again = await visitor.send({
      method: 'GET',
      url: address,
      headers: { 'if-none-match': String(whole.headers['etag']) },
    });
    expect(again.status).toBe(304);
    const stale = await visitor.send({
      method: 'GET',
      url: address,
      headers: { range: 'bytes=2-4', 'if-range': '"other"' },
    });
    expect(stale).toMatchObject({ status: 200, text: '0123456789' });
  });

  it('can be used by other sites only if they are public', async () => {
    const policyOf = async (client: Client, url: string) => {
      const { status, headers } = await client.get(url);
      // Scripts of other sites can only read files that any page may use.
      expect(headers['access-control-allow-origin']).toBe(
        headers['cross-origin-resource-policy'] === 'cross-origin' && url.startsWith('/files/') ? '*' : undefined,
      );
      return [status, headers['cross-origin-resource-policy']];
    };
    const { id, address } = await song(true);
    expect(await policyOf(server.visitor(), address)).toEqual([200, 'cross-origin']);
    const artwork = await keep(`artwork/${id}/${newId()}/700.jpg`, Buffer.from('a picture'));
    expect(await policyOf(server.visitor(), artwork)).toEqual([200, 'cross-origin']);
    await owner.client.put(`/api/media/${id}`, { published: false });
    for (const url of [address, artwork]) {
      await expect.poll(() => policyOf(server.visitor(), url)).toEqual([404, 'same-origin']);
      expect(await policyOf(owner.client, url)).toEqual([200, 'same-origin']);
    }
    const copy = await keep(`exports/${owner.me.id}/${newId()}/copy.zip`, Buffer.from('a copy'));
    expect(await policyOf(owner.client, copy)).toEqual([200, 'same-origin']);
    const picture = `images/users/${owner.me.id}/${newId()}/96.webp`;
    await putBytes(server.app, picture, Buffer.from('a picture'));
    expect(await policyOf(server.visitor(), `/${picture}`)).toEqual([200, 'cross-origin']);
  });

  it('are refused without a signature, with another file’s signature, and at an expired address', async () => {
    const one = await song(true);
    const two = await song(true);
    const visitor = server.visitor();
    const token = one.address.split('/')[2] ?? '';
    const crossed = two.address.replace(/\/files\/[^/]+/, `/files/${token}`);
    expect((await visitor.get(crossed)).status).toBe(403);
    const key = one.address.split('/').slice(3).join('/');
    const old = server.app.signer.address(key, Date.now() - 13 * 3600 * 1000);
    expect((await visitor.get(old)).status).toBe(403);
    expect((await visitor.get(one.address)).status).toBe(200);
  });

  it('are served only to owner and administrators while unpublished, and to no one after deletion', async () => {
    const { id, address } = await song(false);
    const statuses = async () => [
      (await server.visitor().get(address)).status,
      (await other.client.get(address)).status,
      (await owner.client.get(address)).status,
      (await admin.client.get(address)).status,
    ];
    const change = async (sql: 'publish' | 'unpublish' | 'delete') => {
      await server.app.db.begin(async (tx) => {
        if (sql === 'delete') await tx`delete from media where id = ${id}`;
        else
          await tx`update media set published = ${sql === 'publish'}, published_at = ${sql === 'publish' ? new Date() : null} where id = ${id}`;
        await tx`select pg_notify('media_changed', ${id})`;
      });
      // The notification is sent on its own connection; a second one after it shows that it has arrived.
      await heard();
    };
    const heard = () =>
      new Promise<void>((resolve, reject) => {
        void server.app.db.listen('heard', () => resolve()).then(() => server.app.db.notify('heard', ''), reject);
      });
    expect(await statuses()).toEqual([404, 404, 200, 200]);
    await change('publish');
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await change('unpublish');
    expect(await statuses()).toEqual([404, 404, 200, 200]);
    await change('delete');
    expect(await statuses()).toEqual([404, 404, 404, 404]);
  });

  it('do not include originals, or files outside of the store', async () => {
    const { id, address } = await song(true);
    const token = address.split('/')[2] ?? '';
    await keep(`originals/${id}/${newId()}`, Buffer.from('private'));
    const visitor = server.visitor();
    for (const key of [
      `originals/${id}/x.m4a`,
      `media/${id}/../../../etc/passwd`,
      `media/${id}/%2e%2e/%2e%2e/secret.m4a`,
      `media/${id}/..%5c..%5cx.m4a`,
      `media/${id}/x%00.m4a`,
      `media//etc/passwd`,
      `../../etc/passwd`,
    ]) {
      for (const path of [`/files/${token}/${key}`, `/images/${key}`]) {
        const answer = await visitor.get(path);
        // A path that leaves the folder can at most be a page's address.
        if (answer.status === 200) expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        else expect([400, 403, 404]).toContain(answer.status);
        expect(answer.text).not.toMatch(/root:|private/);
      }
    }
    for (const key of ['profile/%2e%2e%2f%2e%2e%2fadmin-sign-in.txt', `media/${id}/x.jpg`])
      expect((await visitor.get(`/images/${key}`)).status).toBe(404);
  });

  needs.folder.it('are handed to nginx where that is configured', async () => {
    const behind = await startTestServer({ ACCEL_LOCATION: '/kept' });
    try {
      const musician = await behind.signUp();
      const id = await insertMedia(behind.app.db, { musicianId: musician.me.id });
      const key = `media/${id}/${newId()}/audio.m4a`;
      const none = await behind.visitor().get(behind.app.signer.address(key));
      expect(none.status).toBe(404);
      expect(none.headers['cache-control']).toBe('no-store');
      expect(none.headers['x-accel-redirect']).toBeUndefined();
      await putBytes(behind.app, key, 'song');
      const answer = await behind.visitor().get(behind.app.signer.address(key));
      expect(answer).toMatchObject({
        status: 200,
        text: '',
        headers: { 'x-accel-redirect': `/kept/${key}`, 'content-type': 'audio/mp4' },
      });
    } finally {
      await behind.close();
    }
  });
});
