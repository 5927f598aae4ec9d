import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { image } from '../../../fixtures/files.ts';
import { newId } from '../../platform/ids.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const WHOLE = {
  firstName: 'Ida',
  lastName: 'Marsh',
  displayName: 'Ida of the Marsh',
  title: 'Piper',
  bio: 'Plays at dawn.\nAnd at dusk.',
  experience: 7,
  hourlyRate: 75.5,
  selfTaught: true,
  address: { city: 'Memphis', state: 'TN' },
};
const ALBUM = { title: 'Ash', releaseDate: '2031-02-28', websiteUrl: 'https://ash.example/a', credits: 'Bass: Ida' };
const BAND = {
  name: 'Rinds',
  startDate: '2001-01-01',
  endDate: '2002-01-01',
  currentMember: false,
  notes: 'Two tours.',
};
const JOB = { company: 'Mill', title: 'Welder', startDate: '1999-05-01', endDate: null, currentEmployee: true };
const SCHOOL = {
  name: 'Berklee',
  field: 'Voice',
  degree: "Bachelor's",
  startDate: '1990-09-01',
  endDate: '1994-06-30',
  currentStudent: false,
  loc: 'Boston',
};
const DONATION = { appName: 'Venmo', username: '@ida' };
const CONTACT = { title: 'Booking', info: '(212) 555-0123' };
const LISTS = {
  albums: [ALBUM],
  bands: [BAND],
  professions: [JOB],
  schools: [SCHOOL],
  donationMethods: [DONATION],
  contactMethods: [CONTACT],
};
const withId = (entry: object) => ({ id: expect.any(String) as string, ...entry });

describe('changing a profile', () => {
  let server: TestServer;
  let ida: Account;
  let other: Account;
  let admin: Account;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    [ida, other, admin] = [await server.signUp(), await server.signUp(), await server.signUp({ role: 'admin' })];
  });
  afterAll(() => server.close());

  const put = ({ client }: Account, id: string, body: object) => client.put(`/api/users/${id}`, body);
  const seen = async (id: string) => (await server.visitor().get(`/api/musicians/${id}`)).body;

  it('API-64 stores every field, shows them to the owner and others, and keeps omitted fields', async () => {
    const { status, body } = await put(ida, ida.me.id, WHOLE);
    expect(status).toBe(200);
    expect(body).toMatchObject(WHOLE);
    expect((await ida.client.get('/api/users/me')).body).toEqual(body);
    const { firstName: _, lastName: __, ...open } = WHOLE;
    expect(await seen(ida.me.id)).toMatchObject({ ...open, name: 'Ida Marsh' });
    expect((await put(ida, ida.me.id, { bio: '' })).body).toMatchObject({ ...WHOLE, bio: '' });
    expect((await put(ida, ida.me.id, {})).body).toMatchObject({ ...WHOLE, bio: '' });
    const cleared = { experience: null, hourlyRate: null, selfTaught: false, address: { city: '', state: '' } };
    expect((await put(ida, ida.me.id, cleared)).body).toMatchObject(cleared);
    expect((await put(ida, ida.me.id, { displayName: ' ' })).body).toMatchObject({ displayName: 'Ida Marsh' });
  });

  it('stores every cent of an hourly rate', async () => {
    for (const hourlyRate of [0, 0.29, 1.15, 4.35, 19.99, 1_000_000])
      expect((await put(ida, ida.me.id, { hourlyRate })).body).toMatchObject({ hourlyRate });
  });

  it('EN-05 EN-06 EN-07 EN-08 stores one entry of each list with every field', async () => {
    const { status, body } = await put(ida, ida.me.id, LISTS);
    expect(status).toBe(200);
    const kept = {
      albums: [withId({ ...ALBUM, coverUrl: null })],
      bands: [withId({ ...BAND, imageUrl: null })],
      professions: [withId(JOB)],
      schools: [withId(SCHOOL)],
      donationMethods: [withId(DONATION)],
      contactMethods: [withId(CONTACT)],
    };
    for (const [list, entries] of Object.entries(kept)) {
      expect(body[list], list).toEqual(entries);
      expect((await seen(ida.me.id))[list], list).toEqual(entries);
    }
    expect((await put(ida, ida.me.id, { schools: [] })).body).toMatchObject({ ...kept, schools: [] });
  });

  it('changes, moves, adds and removes entries of a list in one call, and keeps the ids of remaining entries', async () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((title) => ({ title, info: 'a@b.co' }));
    const { contactMethods: before } = (await put(ida, ida.me.id, { contactMethods: [one, two, three] })).body;
    const wanted = [{ ...before[2], title: 'Drei' }, { title: 'Four', info: 'https://a.b' }, before[0]];
    const { contactMethods: after } = (await put(ida, ida.me.id, { contactMethods: wanted })).body;
    expect(after).toEqual([wanted[0], withId({ title: 'Four', info: 'https://a.b' }), before[0]]);
    const ids = after.map(({ id }: { id: string }) => id);
    expect(before.map(({ id }: { id: string }) => id)).not.toContain(ids[1]);
    const twice = (await put(ida, ida.me.id, { contactMethods: [after[0], after[0]] })).body.contactMethods;
    expect(new Set(twice.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect(twice[0].id).toBe(after[0].id);
  });

  it('accepts the web address of an album with the scheme in any case', async () => {
    for (const websiteUrl of ['Https://ash.example/a', 'HTTP://ash.example'])
      expect(await put(ida, ida.me.id, { albums: [{ ...ALBUM, websiteUrl }] })).toMatchObject({
        status: 200,
        body: { albums: [{ websiteUrl }] },
      });
  });

  it('adds https:// to web addresses of albums and contacts that were typed without it', async () => {
    const albums = [{ ...ALBUM, websiteUrl: 'ash.example/a' }];
    const contactMethods = [{ title: 'Website', info: 'www.ash.example' }];
    expect(await put(ida, ida.me.id, { albums, contactMethods })).toMatchObject({
      status: 200,
      body: {
        albums: [{ websiteUrl: 'https://ash.example/a' }],
        contactMethods: [{ info: 'https://www.ash.example' }],
      },
    });
  });

  it('keeps changes to a list from elsewhere since its editing began', async () => {
    const set = async (body: object) => (await put(ida, ida.me.id, body)).body;
    const album = (title: string) => ({ ...ALBUM, title });
    const { albums: began } = await set({ albums: ['Kept', 'Edited', 'Gone', 'Removed'].map(album) });
    const [kept, edited, gone, removed] = began;
    const ids = began.map(({ id }: { id: string }) => id);
    // In another browser, one entry is renamed, one is added and one is removed.
    const renamed = { ...kept, title: 'Renamed' };
    const elsewhere = (await set({ albums: [renamed, edited, removed, album('Added')] })).albums;
    const mine = { ...edited, credits: 'All by Ida' };
    const { albums } = await set({
      albums: [kept, mine, gone, album('New')],
      editedFrom: { albums: { ids, changed: [edited.id] } },
    });
    expect(albums).toEqual([renamed, mine, withId({ ...album('New'), coverUrl: null }), elsewhere[3]]);
    expect((await seen(ida.me.id)).albums).toEqual(albums);
    // Without `editedFrom`, the sent list replaces the stored one. Lists that aren't sent don't change.
    expect((await set({ editedFrom: { albums: { ids, changed: ids } } })).albums).toEqual(albums);
    expect((await set({ albums: [] })).albums).toEqual([]);
  });

  it('keeps simultaneous additions to every list, each in its own call', async () => {
    const before = (await put(ida, ida.me.id, LISTS)).body;
    const idsOf = (list: string) => before[list].map(({ id }: { id: string }) => id);
    const editedFrom = Object.fromEntries(
      Object.keys(LISTS).map((list) => [list, { ids: idsOf(list), changed: [] as string[] }]),
    );
    const added = Object.fromEntries(Object.entries(LISTS).map(([list, [entry]]) => [list, [...before[list], entry]]));
    const answers = await Promise.all([1, 2].map(() => put(ida, ida.me.id, { ...added, editedFrom })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const after = await seen(ida.me.id);
    for (const list of Object.keys(LISTS)) {
      expect(after[list], list).toHaveLength(3);
      expect(after[list][0], list).toEqual(before[list][0]);
    }
  });

  it('rejects too many entries together with those added elsewhere, and keeps the latter', async () => {
    const contacts = (count: number) => Array.from({ length: count }, () => CONTACT);
    await put(ida, ida.me.id, { contactMethods: contacts(20) });
    const editedFrom = { contactMethods: { ids: [], changed: [] } };
    expect(await put(ida, ida.me.id, { contactMethods: [CONTACT], editedFrom })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'contactMethods', message: 'There can be at most 20 of these.' }] },
    });
    expect((await seen(ida.me.id)).contactMethods).toHaveLength(20);
  });

  it('creates a new entry for the id of another user’s entry', async () => {
    const theirs = (await put(other, other.me.id, { albums: [ALBUM] })).body.albums;
    const mine = (await put(ida, ida.me.id, { albums: [{ ...theirs[0], title: 'Mine' }] })).body.albums;
    expect(mine[0].id).not.toBe(theirs[0].id);
    expect((await seen(other.me.id)).albums).toEqual(theirs);
  });

  it('PE-06 lets a user choose a username once, finds the profile by it, and rejects a later change', async () => {
    const name = `Ida${ida.me.id.slice(-6)}`;
    expect((await put(ida, ida.me.id, { username: name })).body).toMatchObject({ username: name });
    expect(await put(ida, ida.me.id, { username: `${name}2`, bio: 'No.' })).toMatchObject({
      status: 409,
      body: {
        message: 'Your username is set already and cannot be changed.',
        errors: [{ field: 'username', code: 'locked' }],
      },
    });
    expect((await put(ida, ida.me.id, { username: name, bio: 'Yes.' })).body).toMatchObject({
      username: name,
      bio: 'Yes.',
    });
    expect(await seen(name.toLowerCase())).toMatchObject({ id: ida.me.id, bio: 'Yes.' });
    for (const taken of [name, name.toUpperCase(), 'admin', 'Songs'])
      expect((await put(other, other.me.id, { username: taken })).body.errors).toMatchObject([
        { field: 'username', message: 'This username has already been taken.' },
      ]);
    expect((await put(other, other.me.id, { username: 'a_b' })).body).toMatchObject({
      errors: [{ field: 'username', message: 'Usernames can only contain letters or numbers.' }],
    });
  });

  it('gives a username that two users claim at the same time to one of them', async () => {
    const answers = await Promise.all(
      [ida, other].map((who) => put(who, who.me.id, { username: `x${ida.me.id.slice(-8)}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('stores the coordinates of a town, and deletes them with the town', async () => {
    const placeOf = async () => (await server.app.db`select latitude, longitude from users where id = ${ida.me.id}`)[0];
    await put(ida, ida.me.id, { address: { city: 'memphis', state: 'TN' } });
    expect(await placeOf()).toEqual({ latitude: 35.14953, longitude: -90.04898 });
    await put(ida, ida.me.id, { bio: 'Still there.' });
    expect(await placeOf()).toEqual({ latitude: 35.14953, longitude: -90.04898 });
    expect((await put(ida, ida.me.id, { address: { city: 'Nowhere at all', state: 'TN' } })).body.address).toEqual({
      city: 'Nowhere at all',
      state: 'TN',
    });
    expect(await placeOf()).toEqual({ latitude: null, longitude: null });
  });

  it('PM-08 is allowed to the owner and administrators, rights only to administrators, and is never applied partially', async () => {
    const refused = { status: 403, body: { message: 'You can change your own profile only.' } };
    expect(await put(other, ida.me.id, { bio: 'Mine now.' })).toMatchObject(refused);
    expect(await put(other, ida.me.id, {})).toMatchObject(refused);
    for (const rights of [{ role: 'admin' }, { isCurator: true }, { plan: 'ghost-pepper' }])
      expect(await put(ida, ida.me.id, { ...rights, bio: 'An administrator.' })).toMatchObject({
        status: 403,
        body: { message: 'Only administrators may change a role, a certification or a plan.' },
      });
    expect(await seen(ida.me.id)).toMatchObject({ bio: '' });
    expect((await put(admin, ida.me.id, { bio: 'By hand.', isCurator: true })).body).toMatchObject({
      bio: 'By hand.',
      isCurator: true,
    });
    expect((await put(ida, newId(), {})).status).toBe(404);
  });

  it('ignores counters and derived fields', async () => {
    const before = (await ida.client.get('/api/users/me')).body;
    const forged = {
      playCount: 5,
      isMasterChef: true,
      originalEmail: 'x@y.zz',
      profileImg: '/x',
      createdOn: 'now',
      hasAuth: false,
    };
    expect((await put(ida, ida.me.id, forged)).body).toEqual(before);
  });

  describe('pictures of albums and bands', () => {
    let png: Buffer;
    beforeAll(async () => {
      png = await readFile(await image({ width: 900, height: 600, format: 'png' }));
    });
    const send = ({ client }: Account, imageType: string, targetId: string) =>
      client.upload('/api/upload/image', { name: 'a.png', bytes: png, field: 'image' }, { imageType, targetId });

    it.each([
      ['album', 'albums', ALBUM, 'coverUrl'],
      ['band', 'bands', BAND, 'imageUrl'],
    ] as const)(
      'of the %s are squares of 700 and 200 pixels that are kept and removed with it',
      async (type, list, entry, url) => {
        const [{ id }] = (await put(ida, ida.me.id, { [list]: [entry] })).body[list];
        const { body } = await send(ida, type, id);
        expect(body).toMatchObject({ imageUrl: `/images/${type}/${id}/${body.version}/700.jpg` });
        for (const size of [700, 200])
          expect((await server.http.inject(`/images/${type}/${id}/${body.version}/${size}.jpg`)).statusCode).toBe(200);
        const kept = (await put(ida, ida.me.id, { [list]: [{ id, ...entry }] })).body[list];
        expect(kept).toEqual([{ id, ...entry, [url]: body.imageUrl }]);

        expect((await send(other, type, id)).status).toBe(403);
        expect((await send(admin, type, id)).status).toBe(403);
        expect((await send(ida, type, newId())).status).toBe(404);

        await put(ida, ida.me.id, { [list]: [] });
        const marked = await server.app
          .db`select 1 from pending_deletions where prefix = ${`images/${type}/${id}/${body.version}`}`;
        expect(marked).toHaveLength(1);
        expect((await send(ida, type, id)).status).toBe(404);
      },
    );

    it('PE-28 the pictures of the account get a new version and URL with each change', async () => {
      const read = async () => {
        const { profileImg, profileImgV } = (await ida.client.get('/api/users/me')).body;
        return { profileImg, profileImgV };
      };
      expect(await read()).toEqual({ profileImg: null, profileImgV: 0 });
      const first = (await send(ida, 'profile', ida.me.id)).body;
      expect(await read()).toEqual({ profileImg: first.imageUrl, profileImgV: first.version });
      const second = (await send(ida, 'profile', ida.me.id)).body;
      expect(second.version).not.toBe(first.version);
      expect(second.imageUrl).not.toBe(first.imageUrl);
      expect(await read()).toEqual({ profileImg: second.imageUrl, profileImgV: second.version });
    });
  });
});
