import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import type { Account } from '../../testkit/server.ts';
import { headerOf } from '../../testkit/smtp.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { mailMonthlyReports } from './mail-monthly-reports.ts';
import { playsChart } from './plays-chart.ts';

let server: MailTestServer;
beforeAll(async () => {
  server = await startMailTestServer();
});
afterEach(async () => {
  await server.app.db`delete from users`;
  await server.clearMail();
});
afterAll(() => server.close());

const NOVEMBER = new Date('2026-11-01T00:00:01Z');
const run = (now = NOVEMBER, signal?: AbortSignal) => mailMonthlyReports(server.app, { now, signal });
const written = () =>
  server.app.db<{ to: string; subject: string; text: string }[]>`
    select "to", subject, text from outbox where kind = 'monthly-report' order by created_at, "to"`;

/** A musician with a confirmed address, a song, and an account older than the month. */
async function musician(as: { firstName?: string } = {}): Promise<Account & { song: string }> {
  const account = await server.signUp(as);
  await server.app.db`
    update users set created_at = '2026-09-15', email_verified_at = '2026-09-15' where id = ${account.me.id}`;
  return {
    ...account,
    song: await insertMedia(server.app.db, { musicianId: account.me.id, title: 'Cast Iron Heart' }),
  };
}
const count = (day: string, title: string, { me }: Account, n: number, mediaId: string | null = null) =>
  server.app.db`insert into stat_days (day, title, musician_id, media_id, n)
    values (${day}, ${title}, ${me.id}, ${mediaId}, ${n})`;

it('NO-04 every musician is mailed the figures of the last month, with a chart in the mail', async () => {
  const [juno, other] = [await musician({ firstName: 'Juno' }), await musician()];
  await count('2026-09-30', 'play-media', juno, 50, juno.song);
  await count('2026-10-01', 'play-media', juno, 20, juno.song);
  await count('2026-10-14', 'play-media', juno, 1000, juno.song);
  await count('2026-10-31', 'view-zone', juno, 7);
  await count('2026-10-31', 'share-media', juno, 1, juno.song);
  await count('2026-10-31', 'share-zone', juno, 2);
  await count('2026-11-01', 'play-media', juno, 9, juno.song);
  await run();
  await sendMail(server.app);
  expect(server.smtp.received.map(({ to }) => to).toSorted()).toEqual([juno.me.email, other.me.email].toSorted());

  const mail = server.smtp.received.find(({ to }) => to === juno.me.email);
  expect(mail?.mail.subject).toBe('Your October at Scoville: 1,020 plays');
  expect(mail && headerOf(mail, 'List-Unsubscribe')).toContain('https://scoville.example/account/unsubscribe?');
  const text = mail?.mail.text ?? '';
  for (const line of [
    'Your October 2026',
    'Here is what happened with your songs and videos at Scoville in October 2026.',
    '1,020\n\nPlays',
    '7\n\nProfile views',
    '3\n\nShares',
    'That is 970 plays more than in September.',
    'Cast Iron Heart: 1,020 plays',
    'See your statistics https://scoville.example/account/overview',
    'because Newsletter is on in your notifications.',
  ])
    expect(text).toContain(line);
  expect(mail?.mail.html).toMatch(
    /<img alt="Plays of each day: 1,020 in all, most on October 14 \(1,000\)\."[^>]* src="cid:chart"/,
  );
  expect(mail?.mail.attachments).toMatchObject([
    { contentId: '<chart>', mimeType: 'image/png', disposition: 'inline', related: true },
  ]);
  const [chart] = mail?.mail.attachments ?? [];
  expect(await sharp(Buffer.from(chart?.content as ArrayBuffer)).metadata()).toMatchObject({
    format: 'png',
    width: 1008,
    height: 280,
  });
  expect(await server.app.db`select 1 from outbox_pictures`).toEqual([]);

  const quiet = server.smtp.received.find(({ to }) => to === other.me.email);
  expect(quiet?.mail.subject).toBe('Your October at Scoville: 0 plays');
  expect(quiet?.mail.attachments).toEqual([]);
  expect(quiet?.mail.text).toContain('That is as many plays as in September.');
});

it('sends one report per month, even after simultaneous runs, a deleted mail or a clock set back', async () => {
  const all = await Promise.all([1, 2, 3].map(() => musician()));
  await Promise.all([run(), run(), run()]);
  await run(new Date('2026-11-30T23:59:59Z'));
  expect((await written()).map(({ to }) => to).toSorted()).toEqual(all.map(({ me }) => me.email).toSorted());
  await server.app.db`delete from outbox`;
  await run();
  expect(await written()).toEqual([]);
  await run(new Date('2026-12-01T00:00:00Z'));
  expect((await written()).map(({ subject }) => subject)).toEqual(all.map(() => 'Your November at Scoville: 0 plays'));
  // A clock that was set back causes no second report.
  await server.app.db`delete from outbox`;
  await run();
  expect(await written()).toEqual([]);
});

it('continues where the run before was interrupted', async () => {
  const { db } = server.app;
  const ids = (await Promise.all([1, 2, 3].map(() => musician()))).map(({ me }) => me.id).toSorted();
  const stop = new AbortController();
  const held = await transaction(db, async (tx) => {
    // The run waits for the second musician's account.
    await tx`select 1 from users where id = ${ids[1] ?? ''} for update`;
    const running = run(NOVEMBER, stop.signal).catch((error: unknown) => error);
    await untilWaiting(db, 1);
    stop.abort(new Error('stopping'));
    return { running };
  });
  expect(await held.running).toMatchObject({ message: 'stopping' });
  expect(await written()).toHaveLength(2);
  await run();
  expect(new Set((await written()).map(({ to }) => to)).size).toBe(3);
});

it('sends all other reports when one fails, throws an error about it, and retries it in the next run', async () => {
  const { db } = server.app;
  const ids = (await Promise.all([1, 2, 3].map(() => musician()))).map(({ me }) => me.id).toSorted();
  await db.unsafe(`alter table monthly_reports add constraint no_first check (user_id <> '${ids[0]}')`);
  await expect(run()).rejects.toThrow('1 monthly reports could not be written.');
  expect(await written()).toHaveLength(2);
  await db`alter table monthly_reports drop constraint no_first`;
  await run();
  expect(await written()).toHaveLength(3);
});

it('skips musicians who opted out, joined later, have no music or no confirmed address', async () => {
  const { db } = server.app;
  const [off, late, silent, unconfirmed] = await Promise.all([1, 2, 3, 4].map(() => musician()));
  if (!off || !late || !silent || !unconfirmed) throw new Error('four musicians');
  await off.client.put(`/api/users/${off.me.id}`, { emailSettings: { newsletter: false } });
  await db`update users set created_at = '2026-11-01' where id = ${late.me.id}`;
  await db`delete from media where musician_id = ${silent.me.id}`;
  await db`update users set email_verified_at = null where id = ${unconfirmed.me.id}`;
  await run();
  expect(await written()).toEqual([]);
});

it('the chart has a bar for each day, with a height relative to the best day', async () => {
  const png = await playsChart([0, 10, 5]);
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const opaque = (x: number) =>
    Array.from({ length: info.height }, (_, y) => data[(y * info.width + x) * 4 + 3] ?? 0).filter((a) => a > 128)
      .length;
  const third = info.width / 3;
  const heights = [0.5, 1.5, 2.5].map((at) => opaque(Math.round(at * third)));
  expect(heights).toEqual([4, 280, 140]);
});
