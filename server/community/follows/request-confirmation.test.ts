import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';

let server: MailTestServer;
beforeAll(async () => {
  server = await startMailTestServer({ RATE_LIMIT_FACTOR: '1' });
});
afterEach(async () => {
  await server.app.db`delete from follows`;
  await server.clearMail();
  await server.app.db`delete from rate_limits`;
});
afterAll(() => server.close());

async function musicianCalled(displayName: string): Promise<string> {
  const { client, me } = await server.signUp();
  expect((await client.put(`/api/users/${me.id}`, { displayName })).status).toBe(200);
  return me.id;
}
const ask = async (musicianId: string, subscriberEmail: string, type = 'published') => {
  const answer = await server.visitor().post(`/api/media/subscribe/${musicianId}`, { type, subscriberEmail });
  return { status: answer.status, body: answer.body };
};
/** Sends all queued mail and returns the mails that arrived. */
async function received() {
  await sendMail(server.app);
  return server.smtp.received;
}

describe('the confirmation mail for a guest', () => {
  it.each(['curated', 'published'])('names the musician: %s', async (type) => {
    await ask(await musicianCalled('St. Vincent'), 'guest@example.org', type);
    const [mail, ...others] = await received();
    expect(others).toEqual([]);
    expect(mail?.mail.subject).toBe('Confirm your subscription to St. Vincent');
    expect(mail?.mail.text).toContain('Subscribe to St. Vincent?');
    expect(mail?.mail.text).not.toContain('will not write again');
  });

  it.each(['Your prize: https://evil.example/win', 'evil.example/win', 'me@evil.example', 'www.evil.example'])(
    'leaves out a name that could be read as a link: %s',
    async (name) => {
      const musicianId = await musicianCalled(name);
      for (const type of ['curated', 'published']) await ask(musicianId, 'stranger@example.org', type);
      const mails = await received();
      expect(mails.map(({ mail }) => mail.subject)).toEqual(['Confirm your subscription', 'Confirm your subscription']);
      for (const { raw, mail } of mails) {
        expect(raw + mail.text + mail.html).not.toMatch(/evil|prize/);
        expect(mail.text).toContain('Subscribe to this musician?');
        expect(mail.text?.replaceAll(/\s+/g, ' ')).toMatch(/whenever a (song or video by a )?musician on Scoville/i);
        expect(mail.text).toContain('https://scoville.example/account/confirm-subscription/');
      }
    },
  );

  it('goes to an unconfirmed address five times a day, and further requests of that day aren’t stored', async () => {
    const bands = await Promise.all(Array.from({ length: 7 }, (_, n) => musicianCalled(`Band ${n}`)));
    for (const id of bands) expect((await ask(id, 'stranger@example.org')).status).toBe(200);
    expect(await received()).toHaveLength(5);
    expect(await server.app.db`select 1 from follows where email = 'stranger@example.org'`).toHaveLength(5);
  });

  it('goes to a confirmed address ten times a day for all musicians, and the response doesn’t show it', async () => {
    const { me } = await server.signUp();
    await server.app.db`update users set email = 'victim@example.org' where id = ${me.id}`;
    await server.app.db`update users set email_verified_at = now() where id = ${me.id}`;

    const [first = '', ...others] = await Promise.all(Array.from({ length: 7 }, (_, n) => musicianCalled(`Band ${n}`)));
    const answered = await ask(first, 'Victim@example.org');
    // Repeated requests in the same hour send no mail and don't count towards the daily limit.
    for (let time = 0; time < 3; time += 1) await ask(first, 'victim@example.org');
    for (const id of others)
      for (const type of ['curated', 'published'])
        expect(await ask(id, 'victim@example.org', type)).toEqual({
          ...answered,
          body: { ...answered.body, subscribedTo: id, type, subscriberEmail: 'victim@example.org' },
        });
    await ask(first, 'other@example.org');
    const arrived = (await received()).map(({ to }) => to.toLowerCase());
    // Thirteen mails were requested; one more if the hour changed during the repeated requests.
    expect(arrived.filter((to) => to === 'victim@example.org')).toHaveLength(10);
    expect(arrived.filter((to) => to === 'other@example.org')).toHaveLength(1);

    await server.app
      .db`update rate_limits set window_ends = now() - interval '1 second' where key like 'follow-confirmation of %'`;
    await server.app.db`update outbox set created_at = created_at - interval '1 day'`;
    server.smtp.received.splice(0);
    await ask(others.at(-1) ?? '', 'victim@example.org');
    expect((await received()).map(({ to }) => to)).toEqual(['victim@example.org']);
  });

  it('stores no new and changes no confirmed subscription when the daily limit suppresses it', async () => {
    const [known = '', other = ''] = [await musicianCalled('Known'), await musicianCalled('Other')];
    await ask(known, 'guest@example.org');
    await server.app.db`update follows set confirmed_at = now()`;
    await server.app.db`update rate_limits set taken = 10 where key like 'follow-confirmation of %'`;
    expect((await ask(other, 'guest@example.org')).status).toBe(200);
    expect((await ask(known, 'guest@example.org', 'curated')).status).toBe(200);
    expect(await server.app.db`select musician_id, type from follows`).toEqual([
      { musician_id: known, type: 'published' },
    ]);
  });
});
