import type { AddressInfo } from 'node:net';
import type { ServerEvent } from '@scoville/contract/events.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { type StreamReader, readStream } from '../../testkit/event-stream.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { deleteMessage } from './messages.queries.ts';

/** Leaves out the notification that a first message sends as well. */
const ofMessages = ({ name }: ServerEvent) => name === 'messages';

let server: TestServer;
let origin: string;
const readers: StreamReader[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const reader of readers) {
    reader.leave();
    await reader.over;
  }
  await server.close();
});

const watch = async ({ client }: Account): Promise<StreamReader> => {
  const reader = await readStream(origin, client.cookies);
  readers.push(reader);
  return reader;
};
const write = async (from: Account, to: Account[], text: string) =>
  (
    await from.client.post('/api/messages', {
      convo: { users: to.map(({ me }) => me.id) },
      message: { text },
    })
  ).body as { convo: { id: string }; message: { id: string } };
const changed = (...convoIds: string[]) => ({ name: 'messages', data: { convoIds } });

it('sends a message’s event to the members of its conversation only', async () => {
  const [ann, ben, cleo, eve] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  const [atAnn, atBen, atCleo, atEve] = [await watch(ann), await watch(ben), await watch(cleo), await watch(eve)];
  const two = (await write(ann, [ben], 'Hello')).convo.id;
  for (const reader of [atAnn, atBen]) expect(await reader.next(ofMessages)).toEqual(changed(two));
  const group = (await write(ann, [ben, cleo], 'Hello both')).convo.id;
  for (const reader of [atAnn, atBen, atCleo]) expect(await reader.next(ofMessages)).toEqual(changed(group));
  // The next event at each reader shows that no other one came before it.
  const own = (await write(cleo, [eve], 'And you')).convo.id;
  expect(await atCleo.next(ofMessages)).toEqual(changed(own));
  expect(await atEve.next(ofMessages)).toEqual(changed(own));
  expect(atCleo.text()).not.toContain(two);
  for (const id of [two, group]) expect(atEve.text()).not.toContain(id);

  // Reading, archiving and accepting send an event to the acting member only.
  await ben.client.put(`/api/convos/${two}`, { action: 'archive' });
  expect(await atBen.next(ofMessages)).toEqual(changed(two));
  const { message } = await write(ann, [ben], 'Still there?');
  expect(await atBen.next(ofMessages)).toEqual(changed(two));
  expect(await atAnn.next(ofMessages)).toEqual(changed(two));
  await transaction(server.app.db, (tx) => deleteMessage(tx, message.id));
  for (const reader of [atAnn, atBen]) expect(await reader.next(ofMessages)).toEqual(changed(two));
  expect(atAnn.text().split(two)).toHaveLength(4);

  // A member from whom a message is hidden gets no event for it, nor for its deletion.
  await ben.client.post(`/api/blocks/${ann.me.id}`);
  const hidden = await write(ann, [ben], 'Hidden');
  await transaction(server.app.db, (tx) => deleteMessage(tx, hidden.message.id));
  const last = (await write(cleo, [ben], 'Last')).convo.id;
  expect(await atBen.next(ofMessages)).toEqual(changed(last));
});

it('sends an event when the only message is deleted, because the unread badge counted it', async () => {
  const [ann, ben] = [await server.signUp(), await server.signUp()];
  const { convo, message } = await write(ann, [ben], 'Rude');
  const atBen = await watch(ben);
  await transaction(server.app.db, (tx) => deleteMessage(tx, message.id));
  expect(await atBen.next(ofMessages)).toEqual(changed(convo.id));
});
