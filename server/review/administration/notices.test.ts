import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { reportMachineHealth } from './notices.loops.ts';
import { replaceNotices } from './notices.queries.ts';

describe('notices', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => server.app.db`delete from notice`);

  const shown = async (): Promise<{ machine: string; name: string; text: string; since: string }[]> => {
    const { client } = await server.signUp({ role: 'admin' });
    return (await client.get('/api/admin/notices')).body.notices;
  };

  it('are shown to administrators only', async () => {
    await replaceNotices(server.app.db, 'one', [{ name: 'ffmpeg-old', text: 'It is old.' }]);
    expect(await shown()).toMatchObject([{ machine: 'one', name: 'ffmpeg-old', text: 'It is old.' }]);
    expect((await server.visitor().get('/api/admin/notices')).status).toBe(401);
    expect((await (await server.signUp()).client.get('/api/admin/notices')).status).toBe(403);
  });

  it('a lasting problem keeps its time, a solved one is removed, and other machines’ notices are kept', async () => {
    const { db } = server.app;
    await replaceNotices(db, 'two', [{ name: 'a', text: 'theirs' }]);
    await replaceNotices(db, 'one', [
      { name: 'a', text: 'before' },
      { name: 'b', text: 'settled soon' },
    ]);
    const since = (await shown()).find(({ text }) => text === 'before')?.since;
    await replaceNotices(db, 'one', [{ name: 'a', text: 'after' }]);
    const now = await shown();
    expect(now.map(({ machine, text }) => `${machine} ${text}`).toSorted()).toEqual(['one after', 'two theirs']);
    expect(now.find(({ machine }) => machine === 'one')?.since).toBe(since);
    await replaceNotices(db, 'one', []);
    expect(await shown()).toHaveLength(1);
  });

  it('the notices of a machine that stopped reporting are hidden', async () => {
    await replaceNotices(server.app.db, 'one', [{ name: 'a', text: 'gone' }]);
    await server.app.db`update notice set seen_at = now() - interval '4 hours'`;
    expect(await shown()).toEqual([]);
    // The next report of any machine deletes them.
    await replaceNotices(server.app.db, 'two', []);
    expect(await server.app.db`select * from notice`).toEqual([]);
  });

  it('a worker whose disk is nearly full raises a notice', async () => {
    const { app } = server;
    const greedy = { ...app, env: { ...app.env, DISK_RESERVE_MB: Number.MAX_SAFE_INTEGER } };
    await reportMachineHealth.run(greedy);
    expect((await shown()).map(({ name }) => name)).toContain('disk-nearly-full');
    await reportMachineHealth.run(app);
    expect((await shown()).map(({ name }) => name)).not.toContain('disk-nearly-full');
  });

  it('a worker without ffmpeg raises a notice, and withdraws it once ffmpeg is found', async () => {
    const without = { ...server.app, env: { ...server.app.env, FFMPEG_PATH: '/nowhere/ffmpeg' } };
    await reportMachineHealth.run(without);
    expect(await shown()).toMatchObject([{ name: 'ffmpeg-missing' }]);
    await reportMachineHealth.run(server.app);
    expect((await shown()).map(({ name }) => name)).not.toContain('ffmpeg-missing');
  });
});
