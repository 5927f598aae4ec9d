import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the details of a profile', () => {
  let server: TestServer;
  let musician: Account;
  let other: Account;
  const ids = {
    album: newId(),
    next: newId(),
    band: newId(),
    school: newId(),
    job: newId(),
    app: newId(),
    way: newId(),
  };

  beforeAll(async () => {
    server = await startTestServer();
    [musician, other] = [await server.signUp(), await server.signUp()];
    const { db } = server.app;
    const user_id = musician.me.id;
    const rows: [string, Record<string, unknown>[]][] = [
      [
        'albums',
        [
          { id: ids.next, position: 1, title: 'Next', release_date: '2031-01-31' },
          {
            id: ids.album,
            position: 0,
            title: 'Ash',
            release_date: '2020-02-29',
            website_url: 'https://ash.example/',
            credits: 'Bass: Ida',
            image_version: 7,
          },
        ],
      ],
      [
        'bands',
        [
          {
            id: ids.band,
            position: 0,
            name: 'The Rinds',
            start_date: '2001-01-01',
            end_date: '2003-12-31',
            notes: 'Two tours.',
            image_version: 8,
          },
        ],
      ],
      [
        'professions',
        [
          {
            id: ids.job,
            position: 0,
            company: 'Mill',
            title: 'Welder',
            start_date: '1999-05-01',
            current_employee: true,
          },
        ],
      ],
      [
        'schools',
        [
          {
            id: ids.school,
            position: 0,
            name: 'Berklee',
            field: 'Voice',
            degree: "Bachelor's",
            start_date: '1990-09-01',
            end_date: '1994-06-30',
            loc: 'Boston',
          },
        ],
      ],
      ['donation_methods', [{ id: ids.app, position: 0, app_name: 'Venmo', username: '@x' }]],
      ['contact_methods', [{ id: ids.way, position: 0, title: 'Booking', info: '(212) 555-0123' }]],
    ];
    for (const [table, list] of rows)
      for (const row of list) await db`insert into ${db(table)} ${db({ user_id, ...row })}`;
  });
  afterAll(() => server.close());

  it('are the same for visitors, other members and the owner, with all lists in order and all fields', async () => {
    const told = {
      albums: [
        {
          id: ids.album,
          title: 'Ash',
          releaseDate: '2020-02-29',
          websiteUrl: 'https://ash.example/',
          credits: 'Bass: Ida',
          coverUrl: `/images/album/${ids.album}/7/700.jpg`,
        },
        { id: ids.next, title: 'Next', releaseDate: '2031-01-31', websiteUrl: '', credits: '', coverUrl: null },
      ],
      bands: [
        {
          id: ids.band,
          name: 'The Rinds',
          startDate: '2001-01-01',
          endDate: '2003-12-31',
          currentMember: false,
          notes: 'Two tours.',
          imageUrl: `/images/band/${ids.band}/8/700.jpg`,
        },
      ],
      professions: [
        {
          id: ids.job,
          company: 'Mill',
          title: 'Welder',
          startDate: '1999-05-01',
          endDate: null,
          currentEmployee: true,
        },
      ],
      schools: [
        {
          id: ids.school,
          name: 'Berklee',
          field: 'Voice',
          degree: "Bachelor's",
          startDate: '1990-09-01',
          endDate: '1994-06-30',
          currentStudent: false,
          loc: 'Boston',
        },
      ],
      donationMethods: [{ id: ids.app, appName: 'Venmo', username: '@x' }],
      contactMethods: [{ id: ids.way, title: 'Booking', info: '(212) 555-0123' }],
    };
    const { id } = musician.me;
    for (const [client, path] of [
      [server.visitor(), `/api/users/${id}`],
      [server.visitor(), `/api/musicians/${id}`],
      [other.client, `/api/musicians/${id}`],
      [musician.client, '/api/users/me'],
    ] as const)
      expect((await client.get(path)).body, path).toMatchObject(told);
  });

  it('exclude those of other users', async () => {
    expect((await server.visitor().get(`/api/musicians/${other.me.id}`)).body).toMatchObject({
      albums: [],
      bands: [],
      professions: [],
      schools: [],
      donationMethods: [],
      contactMethods: [],
    });
  });

  it('are updated for visitors after a change of any list', async () => {
    const { db } = server.app;
    const visitor = server.visitor();
    const read = async () => (await visitor.get(`/api/musicians/${musician.me.id}`)).body;
    await read();
    await db`update albums set title = 'Ash again' where id = ${ids.album}`;
    await db`update bands set notes = 'Three tours.' where id = ${ids.band}`;
    expect(await read()).toMatchObject({ albums: [{ title: 'Ash again' }, {}], bands: [{ notes: 'Three tours.' }] });
    await db`update professions set title = 'Fitter' where id = ${ids.job}`;
    expect(await read()).toMatchObject({ professions: [{ title: 'Fitter' }] });
    await db`update schools set field = 'Bass' where id = ${ids.school}`;
    expect(await read()).toMatchObject({ schools: [{ field: 'Bass' }] });
    await db`update donation_methods set username = '@y' where id = ${ids.app}`;
    expect(await read()).toMatchObject({ donationMethods: [{ username: '@y' }] });
    await db`delete from contact_methods where id = ${ids.way}`;
    expect(await read()).toMatchObject({ contactMethods: [] });
  });

  it('are limited in length, but a longer profile from before the limit can be shortened step by step', async () => {
    const { client, me } = await server.signUp();
    const album = (credits: number) => ({ title: 'Ash', releaseDate: '2020-01-01', credits: 'c'.repeat(credits) });
    const write = (...credits: number[]) => client.put(`/api/users/${me.id}`, { albums: credits.map(album) });
    const full = Array.from({ length: 11 }, () => 5000);
    expect((await write(...full, 4844)).status).toBe(200);
    const message =
      'All entries of your profile together can have 60,000 characters. Shorten the longest ones, such as credits or notes.';
    expect(await write(...full, 4845)).toMatchObject({
      status: 400,
      body: { message, errors: [{ field: 'albums', message }] },
    });
    const read = async () =>
      (await client.get('/api/users/me')).body.albums.map(({ credits }: { credits: string }) => credits.length);
    expect(await read()).toEqual([...full, 4844]);
    await server.app.db`update albums set credits = ${'c'.repeat(9000)} where user_id = ${me.id}`;
    expect((await write(...full, 5000, 5000)).status).toBe(200);
    expect((await write(...full, 5000, 5000, 1)).status).toBe(400);
    expect(await read()).toHaveLength(13);
    const [shown] = (await server.visitor().get(`/api/users/${me.id}`)).body.albums;
    expect(shown.credits).toHaveLength(100);
  });
});
