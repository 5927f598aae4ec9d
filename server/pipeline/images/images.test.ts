import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broken, image } from '../../../fixtures/files.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { newId } from '../../platform/ids.ts';

let server: TestServer;
let owner: Account;
let other: Account;
let admin: Account;
let mediaId: string;
let png: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  [owner, other, admin] = [await server.signUp(), await server.signUp(), await server.signUp({ role: 'admin' })];
  mediaId = await insertMedia(server.app.db, { musicianId: owner.me.id });
  png = await readFile(await image({ width: 900, height: 600, format: 'png' }));
});
afterAll(() => server.close());

const send = ({ client }: Account, imageType: string, targetId: string, bytes = png, field = 'image') =>
  client.upload('/api/upload/image', { name: 'a.png', bytes, field }, { imageType, targetId });
const remove = ({ client }: Account, imageType: string, targetId: string) =>
  client.post('/api/upload/image/delete', { imageType, targetId });
const sizeOf = async ({ client }: Account, url: string) => {
  const reply = await server.http.inject({ url, cookies: Object.fromEntries(client.cookies) });
  const { width, height, format } = await sharp(reply.rawPayload).metadata();
  return [width, height, format];
};

describe('the artwork of a media item', () => {
  it('IM-08 X-22 API-21 exists as squares of 700 and 200, as JPEG and WebP', async () => {
    const answer = await send(owner, 'artwork', mediaId);
    expect(answer.status).toBe(200);
    const { artwork, imageUrl, version } = answer.body;
    expect(imageUrl).toBe(artwork.jpeg700);
    expect(await sizeOf(owner, artwork.jpeg700)).toEqual([700, 700, 'jpeg']);
    expect(await sizeOf(owner, artwork.jpeg200)).toEqual([200, 200, 'jpeg']);
    expect(await sizeOf(owner, artwork.webp700)).toEqual([700, 700, 'webp']);
    expect(await sizeOf(owner, artwork.webp200)).toEqual([200, 200, 'webp']);
    const media = (await owner.client.get(`/api/media/${mediaId}`)).body;
    expect(media).toMatchObject({ artworkImg: artwork.jpeg700, artworkImgV: version });
  });

  it('gets a new address when it is replaced, and the old file waits for the sweep', async () => {
    const first = (await send(owner, 'artwork', mediaId)).body;
    const second = (await send(owner, 'artwork', mediaId)).body;
    expect(second.version).toBeGreaterThan(first.version);
    expect(second.imageUrl).not.toBe(first.imageUrl);
    const marked = await server.app.db`select prefix from pending_deletions order by prefix`;
    expect(marked.map((row) => row['prefix'])).toContain(`artwork/${mediaId}/${first.version}`);
    expect(marked.map((row) => row['prefix'])).not.toContain(`artwork/${mediaId}/${second.version}`);
  });

  it('API-22 can be removed, and the next one has a new address', async () => {
    const before = (await send(owner, 'artwork', mediaId)).body;
    expect((await remove(owner, 'artwork', mediaId)).body).toEqual({ id: mediaId, deleted: true });
    expect((await owner.client.get(`/api/media/${mediaId}`)).body).toMatchObject({ artworkImg: null, artworkImgV: 0 });
    expect((await remove(owner, 'artwork', mediaId)).status).toBe(200);
    const [row] = await server.app
      .db`select 1 from pending_deletions where prefix = ${`artwork/${mediaId}/${before.version}`}`;
    expect(row).toBeDefined();
  });

  it('API-21 API-22 can be changed by its owner and administrators only', async () => {
    expect((await send(other, 'artwork', mediaId)).status).toBe(403);
    expect((await remove(other, 'artwork', mediaId)).status).toBe(403);
    expect((await send(admin, 'artwork', mediaId)).status).toBe(200);
    expect((await send(owner, 'artwork', newId())).status).toBe(404);
  });

  it('ME-21 can be changed only once the media item is complete', async () => {
    const processing = await insertMedia(server.app.db, { musicianId: owner.me.id, status: 'transcoding' });
    const answer = await send(owner, 'artwork', processing);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This media is still processing and its artwork cannot be changed yet.',
    ]);
  });
});

describe('other pictures', () => {
  it('a profile picture has 200 pixels, can be changed only by its owner, and is public', async () => {
    const { imageUrl } = (await send(owner, 'profile', owner.me.id)).body;
    expect(await sizeOf(other, imageUrl)).toEqual([200, 200, 'jpeg']);
    expect((await other.client.get(`/api/users/${owner.me.id}`)).body.profileImg).toBe(imageUrl);
    expect((await send(other, 'profile', owner.me.id)).status).toBe(403);
    expect((await remove(other, 'profile', owner.me.id)).status).toBe(403);
    expect((await remove(owner, 'profile', owner.me.id)).status).toBe(200);
    expect((await other.client.get(`/api/users/${owner.me.id}`)).body.profileImg).toBeNull();
  });

  it('IM-08 only administrators change the pictures of genres and moods', async () => {
    const id = newId();
    await server.app
      .db`insert into categories (id, kind, name, slug, position) values (${id}, 'genre', 'Kitchen Sink', 'kitchen-sink', 99)`;
    expect((await send(owner, 'genre', id)).status).toBe(403);
    const { artwork } = (await send(admin, 'genre', id)).body;
    expect(await sizeOf(owner, artwork.jpeg700)).toEqual([700, 700, 'jpeg']);
    expect(await sizeOf(owner, artwork.webp200)).toEqual([200, 200, 'webp']);
    expect((await send(admin, 'mood', id)).status).toBe(404);
  });

  it('other types are rejected with 400 and a message', async () => {
    for (const type of ['school', 'constructor', ''])
      expect(await send(owner, type, newId())).toMatchObject({
        status: 400,
        body: {
          errors: [
            { field: 'imageType', message: 'imageType is one of profile, artwork, album, band, genre and mood.' },
          ],
        },
      });
  });
});

describe('an uploaded picture', () => {
  it('IM-05 is accepted as JPEG, PNG or GIF, and rejected as WebP, SVG or in disguise', async () => {
    for (const format of ['jpeg', 'png', 'gif'] as const)
      expect(
        (await send(owner, 'artwork', mediaId, await readFile(await image({ width: 300, height: 300, format }))))
          .status,
      ).toBe(200);
    const webp = await readFile(await image({ width: 300, height: 300, format: 'webp' }));
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const disguise = await readFile(await broken('html-as-jpg'));
    for (const bytes of [webp, svg, disguise]) {
      const answer = await send(owner, 'artwork', mediaId, bytes);
      expect([answer.status, answer.body.message]).toEqual([
        415,
        'This is not an image that we accept. Choose a JPEG, PNG or GIF file.',
      ]);
    }
  });

  it('is rejected if it is too large in bytes or pixels, truncated, empty, or sent with a wrong form', async () => {
    const bomb = await send(owner, 'artwork', mediaId, await readFile(await broken('bomb-png')));
    expect([bomb.status, bomb.body.message]).toEqual([413, expect.stringContaining('too many pixels')]);
    const large = await send(owner, 'artwork', mediaId, Buffer.concat([png, Buffer.alloc(26 * 1024 * 1024)]));
    expect([large.status, large.body.message]).toEqual([
      413,
      'File is too large. File size must not be greater than 25 MB.',
    ]);
    const cut = await send(owner, 'artwork', mediaId, png.subarray(0, png.length / 2));
    expect([cut.status, cut.body.message]).toEqual([422, expect.stringContaining('damaged')]);
    expect((await send(owner, 'artwork', mediaId, Buffer.alloc(0))).status).toBe(400);
    expect((await send(owner, 'artwork', mediaId, png, 'file')).status).toBe(400);
    expect((await send(owner, 'wallpaper', mediaId)).body.errors[0].field).toBe('imageType');
    expect((await send(owner, 'artwork', '../../etc')).body.errors[0].field).toBe('targetId');
    expect(await readdir(join(server.app.env.DATA_DIR, 'incoming'))).toEqual([]);
  });
});
