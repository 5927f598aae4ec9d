import { EMAIL_SETTINGS } from '@scoville/contract/community/notifications/change-email-settings.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailMessages } from '../messages/mail-messages.ts';
import { mailMonthlyReports } from '../../listening/stats/mail-monthly-reports.ts';
import { announceToAll } from '../../testkit/followers.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let admin: Account;
let other: Account;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
  other = await server.signUp();
  await server.app.db`update users set email_verified_at = now()`;
});
afterAll(() => server.close());

type Setting = (typeof EMAIL_SETTINGS)[number];
const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200);
const scores = { storytelling: 95, execution: 95, thumbnailArt: 95 };

/** For each setting, an event that causes a mail to an account with its own song or video. */
const OCCASIONS: Record<Setting, { kind: string; happen: (receiver: Account, mediaId: string) => Promise<unknown> }> = {
  comments: {
    kind: 'comment',
    happen: (_, mediaId) => done(other.client.post(`/api/comments/${mediaId}`, { comment: 'Well sung.' })),
  },
  messages: {
    kind: 'message',
    happen: async ({ me, client }) => {
      // The first message from a stranger would be a request, which isn't mailed.
      await done(client.post(`/api/media/subscribe/${other.me.id}`, { type: 'published' }));
      const message = { text: `Are you there, ${me.id}?` };
      await done(other.client.post('/api/messages', { convo: { users: [me.id] }, message }));
      await server.app
        .db`update conversation_members set unread_since = now() - interval '1 hour' where user_id = ${me.id}`;
      await mailMessages(server.app, me.id, me.id);
    },
  },
  profileUpdates: {
    kind: 'release',
    happen: async ({ client }) => {
      await done(client.post(`/api/media/subscribe/${other.me.id}`, { type: 'published' }));
      const news = await insertMedia(server.app.db, { musicianId: other.me.id });
      await announceToAll(server.app, news, new AbortController().signal);
    },
  },
  followerUpdates: {
    kind: 'follower',
    happen: ({ me }) => done(other.client.post(`/api/media/subscribe/${me.id}`, { type: 'published' })),
  },
  newsletter: {
    kind: 'monthly-report',
    happen: async ({ me }) => {
      await server.app.db`update users set created_at = '2026-09-15' where id = ${me.id}`;
      await mailMonthlyReports(server.app, { now: new Date('2026-11-01T00:00:01Z'), signal: undefined });
    },
  },
  curation: {
    kind: 'verdict',
    happen: (_, mediaId) => done(admin.client.put(`/api/media/${mediaId}`, { curationStats: scores })),
  },
  spotlight: {
    kind: 'spotlight',
    happen: async (_, mediaId) => {
      await done(admin.client.put(`/api/media/${mediaId}`, { curationStats: scores }));
      await done(admin.client.put(`/api/media/${mediaId}`, { pinnedFavorite: true }));
    },
  },
};

for (const setting of EMAIL_SETTINGS)
  it(`NO-06 ${setting} allows its mail, and no other setting does`, async () => {
    const { kind, happen } = OCCASIONS[setting];
    const mailed = async (emailSettings: object): Promise<number> => {
      const receiver = await server.signUp();
      await server.app.db`update users set email_verified_at = now() where id = ${receiver.me.id}`;
      await done(receiver.client.put(`/api/users/${receiver.me.id}`, { emailSettings }));
      const mediaId = await insertMedia(server.app.db, { musicianId: receiver.me.id, allowCuration: true });
      await happen(receiver, mediaId);
      const rows = await server.app.db`select 1 from outbox where "to" = ${receiver.me.email} and kind = ${kind}`;
      return rows.length;
    };
    const others = Object.fromEntries(EMAIL_SETTINGS.filter((one) => one !== setting).map((one) => [one, false]));
    expect(await mailed({})).toBe(1);
    expect(await mailed(others)).toBe(1);
    expect(await mailed({ [setting]: false })).toBe(0);
    expect(await mailed({ none: true })).toBe(0);
  });
