import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { video } from '../../../fixtures/files.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

describe('a real upload, from its file to a list', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, { worker: true });
  });
  afterAll(() => server.close());

  it('EN-04 CU-16 a 640 by 360 video gets its size, and is Perfectly Seasoned from 85 unless excluded', async () => {
    const { client, me } = await server.signUp();
    const admin = await server.signUp({ role: 'admin' });
    const bytes = await readFile(await video({ seconds: 1, width: 640, height: 360 }));
    const sent = await client.upload('/api/upload', { name: 'harbour.mp4', bytes });
    expect(sent.status).toBe(202);
    const { id } = sent.body.media;
    const read = async () => (await client.get(`/api/media/${id}`)).body;
    await expect.poll(async () => (await read()).status).toBe('complete');
    expect(await read()).toMatchObject({ width: 640, height: 360, allowPerfectlySeasoned: true });
    expect((await client.put(`/api/media/${id}`, { allowCuration: true })).status).toBe(200);
    const curationStats = { storytelling: 90, execution: 90, thumbnailArt: 90 };
    const judged = await admin.client.put(`/api/media/${id}`, { curationStats });
    expect(judged.body).toMatchObject({ score: 90, allowPerfectlySeasoned: true });
    // The account's feed needs artwork from now on.
    const [{ feed_drawing: drawing } = {}] = await server.app.db`select feed_drawing from users where id = ${me.id}`;
    expect(['wanted', 'made']).toContain(drawing);
    const list = await server.visitor().get('/api/list/media/curated?list=perfectly-seasoned');
    expect(list.body.media.map((one: { id: string }) => one.id)).toEqual([id]);
  });
});
