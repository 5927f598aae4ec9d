import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { readFeatures } from './feature-files.ts';

const EMBEDS = {
  feature: 'embeds',
  from: '2026-11-22T12:00:00Z',
  audience: 'musicians',
  sections: [{ title: 'Your songs on other sites', text: 'Copy the code of a player.' }],
};

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-features-'));
  server = await startTestServer({ FEATURES_DIR: folder });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
const write = (name: string, content: unknown) =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const names = async () => (await server.visitor().get('/features/index.json')).body.features;

describe('features', () => {
  it('WN-06 are one file each, and are announced as soon as the file exists', async () => {
    expect(await names()).toEqual([]);
    await write('embeds.json', EMBEDS);
    expect(await names()).toEqual(['embeds']);
    expect((await server.visitor().get('/features/embeds.json')).body).toEqual(EMBEDS);
    await write('shows.json', { ...EMBEDS, feature: 'shows', from: '2026-11-23T12:00:00+02:00' });
    expect(await names()).toEqual(['shows', 'embeds']);
  });

  it('skip invalid files, and log each once', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await write('broken.json', '{');
    await write('nameless.json', { ...EMBEDS, sections: [] });
    await write('other.json', EMBEDS);
    await write('Upper.json', EMBEDS);
    await write('notes.txt', 'nothing');
    for (let time = 0; time < 3; time += 1)
      expect((await readFeatures(folder, log)).map(({ feature }) => feature)).toEqual(['shows', 'embeds']);
    expect(lines.map((line) => (JSON.parse(line) as { feature: string }).feature).toSorted()).toEqual([
      'broken',
      'nameless',
      'other',
    ]);
    for (const name of ['broken', 'missing', '..%2f..%2fpackage', 'Upper', '%00'])
      expect((await server.visitor().get(`/features/${name}.json`)).status).toBe(404);
    expect(await readFeatures(join(folder, 'nowhere'), log)).toEqual([]);
  });

  it('WN-08 WN-04 can be marked as seen by an account, which stores the first time and hides it from others', async () => {
    const { client, me } = await server.signUp();
    expect(me.featureTracking).toEqual([]);
    const mark = (feature: string, actuallyViewed: boolean) =>
      client.put(`/api/users/${me.id}`, { featureTracking: [{ feature, actuallyViewed }] });
    const [first] = (await mark('embeds', false)).body.featureTracking;
    expect(first).toEqual({
      feature: 'embeds',
      viewedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      actuallyViewed: false,
    });
    await mark('embeds', true);
    await mark('embeds', false);
    await mark('shows', true);
    expect((await client.get('/api/users/me')).body.featureTracking).toEqual([
      { ...first, actuallyViewed: true },
      { feature: 'shows', viewedOn: expect.any(String), actuallyViewed: true },
    ]);
    expect((await server.visitor().get(`/api/users/${me.id}`)).body).not.toHaveProperty('featureTracking');
    expect((await mark('No Feature', true)).status).toBe(400);
    // Only existing features are stored, because an invented list would be sent with every page.
    expect((await mark('invented', true)).body.featureTracking).toHaveLength(2);
    const stranger = await server.signUp();
    const other = await stranger.client.put(`/api/users/${me.id}`, { featureTracking: [] });
    expect(other.status).toBe(403);
  });
});
