import {
  DEFAULT_EMAIL_SETTINGS,
  EMAIL_SETTINGS,
  NO_EMAIL,
} from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const change = async ({ client, me }: Account, emailSettings: Partial<EmailSettings>) =>
  (await client.put(`/api/users/${me.id}`, { emailSettings })).body.emailSettings;
const settings = async ({ client }: Account) => (await client.get('/api/users/me')).body.emailSettings;

describe('the settings of an account’s mail', () => {
  it('are all on by default, and are stored one by one', async () => {
    const account = await server.signUp();
    expect(account.me.emailSettings).toEqual(DEFAULT_EMAIL_SETTINGS);
    let expected = DEFAULT_EMAIL_SETTINGS;
    for (const name of EMAIL_SETTINGS) {
      expected = { ...expected, [name]: false };
      expect(await change(account, { [name]: false })).toEqual(expected);
      expect(await settings(account)).toEqual(expected);
    }
    expect(await change(account, { none: true })).toEqual(NO_EMAIL);
    expect(await settings(account)).toEqual(NO_EMAIL);
  });

  it('NO-02 none turns the other seven off', async () => {
    const account = await server.signUp();
    await change(account, { none: true });
    expect(await settings(account)).toEqual(NO_EMAIL);
  });

  it('NO-03 turning on any other setting turns off “none”', async () => {
    const account = await server.signUp();
    await change(account, { none: true });
    await change(account, { comments: true });
    expect(await settings(account)).toEqual({ ...NO_EMAIL, none: false, comments: true });
  });

  it('keep two simultaneous changes', async () => {
    const account = await server.signUp();
    await Promise.all(EMAIL_SETTINGS.map((name) => change(account, { [name]: false })));
    expect(await settings(account)).toEqual({ ...NO_EMAIL, none: false });
  });

  it('can’t be seen or changed by others', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    const refused = await other.client.put(`/api/users/${one.me.id}`, { emailSettings: { none: true } });
    expect(refused).toMatchObject({ status: 403, body: { message: 'You can change your own profile only.' } });
    expect(await settings(one)).toEqual(DEFAULT_EMAIL_SETTINGS);
    expect((await other.client.get(`/api/users/${one.me.id}`)).body).not.toHaveProperty('emailSettings');
  });

  it('are rejected if they are invalid', async () => {
    const account = await server.signUp();
    const answer = await account.client.put(`/api/users/${account.me.id}`, { emailSettings: { none: 'perhaps' } });
    expect(answer.status).toBe(400);
  });

  it('are deleted with their account', async () => {
    const account = await server.signUp();
    await change(account, { none: true });
    const admin = await server.signUp({ role: 'admin' });
    await admin.client.delete(`/api/users/${account.me.id}`);
    expect(await server.app.db`select 1 from email_settings where user_id = ${account.me.id}`).toEqual([]);
  });
});

describe('a verdict', () => {
  const verdictFor = async (owner: Account): Promise<number> => {
    const curator = await server.signUp({ isCurator: true });
    const id = await insertMedia(server.app.db, { musicianId: owner.me.id, allowCuration: true });
    const curationStats = { storytelling: 80, execution: 80, thumbnailArt: 80 };
    expect((await curator.client.put(`/api/media/${id}`, { curationStats })).status).toBe(200);
    return (await server.app.db`select 1 from outbox where kind = 'verdict' and "to" = ${owner.me.email}`).length;
  };

  it('is mailed only while curation is on', async () => {
    const [all, off, none, others] = await Promise.all([1, 2, 3, 4].map(() => server.signUp()));
    if (!all || !off || !none || !others) throw new Error('four accounts');
    await change(off, { curation: false });
    await change(none, { none: true });
    for (const name of EMAIL_SETTINGS.filter((one) => one !== 'curation')) await change(others, { [name]: false });
    expect(await verdictFor(all)).toBe(1);
    expect(await verdictFor(off)).toBe(0);
    expect(await verdictFor(none)).toBe(0);
    expect(await verdictFor(others)).toBe(1);
    await change(off, { curation: true });
    expect(await verdictFor(off)).toBe(1);
  });
});
