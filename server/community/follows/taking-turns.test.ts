import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../platform/jobs/job.ts';
import { loadHandler } from '../../testkit/load-handler.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { announceMediaJob, notifyFollowersJob } from './follows.jobs.ts';

let server: TestServer;
let star: Account;
let other: Account;
beforeAll(async () => {
  server = await startTestServer();
  star = await server.signUp({ firstName: 'Stella' });
  other = await server.signUp({ firstName: 'Otto' });
  for (const { me } of [star, other])
    await server.app.db`
      insert into follows (id, musician_id, email, type, confirmed_at)
      select gen_random_uuid(), ${me.id}, 'g' || n || '@example.org', 'published', now() from generate_series(1, 130) n`;
  // Counts inserts: a mail that was built is inserted even if it turns out to be a duplicate.
  await server.app.db.unsafe(`
    create sequence mails_made;
    create function count_mail() returns trigger language plpgsql as $$ begin perform nextval('mails_made'); return new; end $$;
    create trigger count_mail before insert on outbox for each row execute function count_mail()`);
});
afterEach(async () => {
  await server.app.db`delete from pgboss.job`;
  await server.app.db`delete from outbox`;
});
afterAll(() => server.close());

async function run<Payload>(job: Job<Payload>, payload: Payload): Promise<void> {
  const handle = await loadHandler(job);
  await handle(server.app, payload, {
    id: 'a job',
    signal: new AbortController().signal,
    isLast: false,
    log: server.app.log,
  });
}
/** Takes the oldest queued job; null if there is none. */
async function take<Payload>({ name }: Job<Payload>): Promise<Payload | null> {
  const [taken] = await server.app.db<{ data: Payload }[]>`
    delete from pgboss.job where id = (select id from pgboss.job where name = ${name} order by created_on, id limit 1)
    returning data`;
  return taken?.data ?? null;
}
/** Runs the queued jobs, and the jobs they enqueue, like one worker does. */
async function work<Payload>(job: Job<Payload>): Promise<Payload[]> {
  const done: Payload[] = [];
  for (let next = await take(job); next !== null; next = await take(job)) {
    await run(job, next);
    done.push(next);
  }
  return done;
}
const enqueue = <Payload>(job: Job<Payload>, payload: Payload) => server.app.queue.enqueue(server.app.db, job, payload);
const mailsMade = async (): Promise<number> => {
  const [row] = await server.app.db<{ n: number }[]>`
    select case when is_called then last_value else 0 end::int as n from mails_made`;
  return row?.n ?? 0;
};
const written = async (): Promise<number> => (await server.app.db`select 1 from outbox`).length;

it('interleaves musicians with many followers, for songs and for posts', async () => {
  const { db } = server.app;
  const media: string[] = [];
  for (const { me } of [star, other]) media.push(await insertMedia(db, { musicianId: me.id }));
  for (const mediaId of media) await enqueue(announceMediaJob, { mediaId });
  const [first, second] = media;
  expect((await work(announceMediaJob)).map(({ mediaId }) => mediaId)).toEqual([
    first,
    second,
    first,
    second,
    first,
    second,
  ]);
  expect(await written()).toBe(260);
  await run(announceMediaJob, { mediaId: first ?? '' });
  expect(await work(announceMediaJob)).toMatchObject([{ type: 'published' }]);

  const posts: string[] = [];
  for (const { client } of [star, other]) posts.push((await client.post('/api/posts', { text: 'On tour' })).body.id);
  const [one, two] = posts;
  expect((await work(notifyFollowersJob)).map(({ postId }) => postId)).toEqual([one, two, one, two, one, two]);
  expect(await written()).toBe(520);
});

it('notifies no follower twice after an interrupted job, and builds no mail in vain', async () => {
  const mediaId = await insertMedia(server.app.db, { musicianId: star.me.id });
  const before = await mailsMade();
  await run(announceMediaJob, { mediaId, type: 'published' });
  expect((await mailsMade()) - before).toBe(100);
  // The queue still has the job because the worker ended, so both jobs continue from there.
  await run(announceMediaJob, { mediaId, type: 'published' });
  expect((await mailsMade()) - before).toBe(100);
  expect(await work(announceMediaJob)).toMatchObject([{ after: expect.any(String) }, { after: expect.any(String) }]);
  expect((await mailsMade()) - before).toBe(130);
  expect(await written()).toBe(130);
});
