import type { AddressInfo } from 'node:net';
import type { ServerEvent } from '@scoville/contract/events.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStream } from '../../testkit/event-stream.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

/** Leaves out the notification that the owner gets as well. */
const ofComments = ({ name }: ServerEvent) => name === 'comments';

let server: TestServer;
let origin: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('sends a change of comments to all clients, but under a hidden song only to its owner', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const watch = ({ client }: Account) => readStream(origin, client.cookies);
  const [own, theirs] = [await watch(owner), await watch(other)];
  const [open, hidden] = [
    await insertMedia(server.app.db, { musicianId: owner.me.id }),
    await insertMedia(server.app.db, { musicianId: owner.me.id, published: false }),
  ];
  const said = await owner.client.post(`/api/comments/${hidden}`, { comment: 'To myself.' });
  expect(await own.next(ofComments)).toEqual({ name: 'comments', data: { mediaIds: [hidden] } });
  await other.client.post(`/api/comments/${open}`, { comment: 'To all.' });
  for (const reader of [own, theirs])
    expect(await reader.next(ofComments)).toEqual({ name: 'comments', data: { mediaIds: [open] } });
  await owner.client.delete(`/api/comments/${said.body.id}`);
  expect(await own.next(ofComments)).toEqual({ name: 'comments', data: { mediaIds: [hidden] } });
  for (const reader of [own, theirs]) {
    reader.leave();
    await reader.over;
  }
});
