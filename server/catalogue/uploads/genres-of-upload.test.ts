import { readFile } from 'node:fs/promises';
import { GENRES } from '@scoville/contract/catalogue/uploads.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { song } from '../../../fixtures/files.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { tusClient } from '../../testkit/tus.ts';

describe('own genres sent with a file', () => {
  let server: TestServer;
  let account: Account;
  let bytes: Buffer;
  beforeAll(async () => {
    server = await startTestServer();
    account = await server.signUp({ plan: 'ghost-pepper' });
    bytes = await readFile(await song({ seconds: 1, format: 'mp3' }));
  });
  afterAll(() => server.close());

  const SIX = 'a, b, c, d, e, f';
  const TOO_MANY = 'Use at most 5 genres.';

  it('become the genres of the song or video when sent in a form', async () => {
    const send = (genres: string) => account.client.upload('/api/upload', { name: 'song.mp3', bytes }, { genres });
    const { body } = await send('soul, City Pop, city-pop');
    expect(body.media.genres.map(({ name }: { name: string }) => name)).toEqual(['Soul', 'City Pop']);
    const refused = await send(SIX);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'genres', code: 'invalid', message: TOO_MANY }],
    ]);
  });

  it('become the genres of the song or video when sent with a resumable upload', async () => {
    const { create, patch } = tusClient(server);
    const metadata = (genres: string) => ({
      'upload-metadata': `filename ${Buffer.from('song.mp3').toString('base64')},${GENRES} ${Buffer.from(genres).toString('base64')}`,
    });
    const begun = await create(account, bytes.length, metadata('SOUL,Forró'));
    const done = await patch(account, begun.headers.get('location') ?? '', 0, bytes);
    const { body } = await account.client.get(`/api/media/${done.headers.get('x-media-id')}`);
    expect(body.genres.map(({ name, slug }: { name: string; slug: string }) => [name, slug])).toEqual([
      ['Soul', 'soul'],
      ['Forró', 'forro'],
    ]);
    const refused = await create(account, bytes.length, metadata(SIX));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(TOO_MANY)]);
  });
});
