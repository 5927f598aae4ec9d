import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loops } from '../../app-loops.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the public version', () => {
  let server: TestServer;
  let musicianId: string;
  beforeAll(async () => {
    server = await startTestServer();
    musicianId = (await server.signUp()).me.id;
  });
  afterAll(() => server.close());
  const version = async () => (await server.app.db<{ n: string }[]>`select n from public_version`)[0]?.n;

  it('stays the same while loops find nothing new', async () => {
    await insertMedia(server.app.db, { musicianId, scores: [75, 75, 75] });
    const round = async () => {
      for (const loop of loops) await loop.run(server.app);
    };
    await round();
    const before = await version();
    await round();
    expect(await version()).toBe(before);
  });

  it('changes only after statements that change a row', async () => {
    const { db } = server.app;
    const watched = await db<{ name: string }[]>`
      select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc p on p.oid = tgfoid
      where not tgisinternal and p.prosrc ~ 'update public_version' order by 1`;
    const raised: string[] = [];
    for (const { name } of watched) {
      const before = await version();
      await db`delete from ${db(name)} where false`;
      const [column] = await db<{ name: string }[]>`
        select attname as name from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' limit 1`;
      if (column) await db`update ${db(name)} set ${db(column.name)} = ${db(column.name)} where false`;
      if ((await version()) !== before) raised.push(name);
    }
    expect(watched.length).toBeGreaterThan(15);
    // The exception, because its trigger has to lock the version before the rows.
    expect(raised).toEqual(['category_ratings']);
    const before = Number(await version());
    await db`insert into list_counts (list, type, n) values ('well-done', 'video', 7)`;
    await db`update list_counts set n = 8 where list = 'well-done' and type = 'video'`;
    await db`delete from list_counts where list = 'well-done' and type = 'video'`;
    expect(Number(await version())).toBe(before + 3);
  });
});
