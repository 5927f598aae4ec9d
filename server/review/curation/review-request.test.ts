import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import type { Account } from '../../testkit/server.ts';
import { reassignReviews } from './reassign.ts';

let server: MailTestServer;
let owner: Account;
let reviewers: Account[];
beforeAll(async () => {
  server = await startMailTestServer();
  owner = await server.signUp();
  await server.app.db`update users set email_verified_at = now() where id = ${owner.me.id}`;
});
beforeEach(async () => {
  reviewers = [await server.signUp({ isCurator: true }), await server.signUp({ isCurator: true })];
});
afterEach(async () => {
  await server.app.db`update users set is_curator = false`;
  await server.app.db`delete from reviews`;
  await server.clearMail();
});
afterAll(() => server.close());

const change = async (id: string, body: object, by = owner) =>
  expect((await by.client.put(`/api/media/${id}`, body)).status).toBe(200);
async function submit(): Promise<string> {
  const id = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
  await change(id, { allowCuration: true });
  return id;
}
/** The reviewer of the open review. */
const asked = async (id: string): Promise<Account | undefined> => {
  const [review] = await server.app.db<{ reviewerId: string }[]>`
    select reviewer_id as "reviewerId" from reviews where media_id = ${id} and decided_at is null`;
  return reviewers.find(({ me }) => me.id === review?.reviewerId);
};
/** The recipients of review requests, after all waiting mail was sent. */
async function received(): Promise<string[]> {
  await sendMail(server.app);
  return server.smtp.received
    .filter(({ mail }) => mail.subject?.startsWith('A review is waiting for you: '))
    .map(({ to }) => to);
}
const cancelled = async () =>
  (
    await server.app.db<{ error: string }[]>`
      select error from outbox where kind = 'review-request' and state = 'cancelled'`
  ).map(({ error }) => error);

it('mails a drawn reviewer', async () => {
  const id = await submit();
  const reviewer = await asked(id);
  expect(await received()).toEqual([reviewer?.me.email]);
  expect(await cancelled()).toEqual([]);
});

it('cancels a waiting request on withdrawal, unless the song is resubmitted before it is mailed', async () => {
  const withdrawn = await submit();
  await change(withdrawn, { published: false });
  expect(await received()).toEqual([]);
  expect(await cancelled()).toEqual(['The review was withdrawn or done.']);

  const again = await submit();
  await change(again, { published: false });
  await server.app.db`update users set is_curator = false where id = ${reviewers[1]!.me.id}`;
  await change(again, { allowCuration: true });
  expect(await received()).toContain(reviewers[0]!.me.email);
});

it('mails a cancelled request after a resubmission', async () => {
  const id = await submit();
  const first = await asked(id);
  await change(id, { published: false });
  expect(await received()).toEqual([]);
  await server.app.db`update users set is_curator = id = ${first!.me.id} where is_curator`;
  await change(id, { allowCuration: true });
  expect(await received()).toEqual([first?.me.email]);
  // A request that was mailed is not mailed again.
  await change(id, { published: false });
  await change(id, { allowCuration: true });
  expect(await received()).toHaveLength(1);
});

it('asks a reviewer again when an administrator reopens the review on the same day', async () => {
  const id = await submit();
  const first = (await asked(id))!;
  await server.app.db`update users set is_curator = id = ${first.me.id} where is_curator`;
  expect(await received()).toEqual([first.me.email]);
  expect((await first.client.post(`/api/media/reject/${id}`)).status).toBe(200);
  const admin = await server.signUp({ role: 'admin' });
  const { verdictOn } = (await admin.client.get(`/api/media/${id}`)).body;
  expect((await admin.client.post(`/api/media/reopen/${id}`, { verdictOn })).status).toBe(200);
  expect(await received()).toEqual([first.me.email, first.me.email]);
});

it('cancels a waiting request when the review is completed', async () => {
  const id = await submit();
  const curationStats = { storytelling: 80, execution: 80, thumbnailArt: 80 };
  await change(id, { curationStats }, await asked(id));
  expect(await received()).toEqual([]);
  expect(await cancelled()).toEqual(['The review was withdrawn or done.']);
});

it('cancels a waiting request when another reviewer is drawn, and mails that one', async () => {
  const id = await submit();
  await server.app.db`update reviews set due_at = now() - interval '1 minute' where media_id = ${id}`;
  await reassignReviews(server.app);
  const second = await asked(id);
  expect(await received()).toEqual([second?.me.email]);
  expect(await cancelled()).toEqual(['Another reviewer was asked.']);
});
