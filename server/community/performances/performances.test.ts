import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

const DAY = 24 * 3600 * 1000;
/** The date in Memphis, this number of days from today. */
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });

const FULL = {
  name: 'Kettle Night',
  venue: 'Minglewood Hall',
  town: 'Memphis, TN',
  geo_loc: { lat: 35.136, lng: -90.007 },
  date: '2099-12-04',
  time: '20:00',
  timeZone: 'America/Chicago',
  notes: 'Doors at seven.\nBring a friend.',
  cost: 12.5,
  isFree: false,
  numPerformances: 2,
  ticketLink: 'https://tickets.example.org/kettle?night=1',
  placeDetails: { website: 'https://minglewood.example.org/' },
};

describe('shows', () => {
  let server: TestServer;
  let musician: Account;
  let other: Account;
  beforeAll(async () => {
    server = await startTestServer({ PUBLIC_URL: 'https://scoville.example' });
    musician = await server.signUp({ firstName: 'Juno' });
    other = await server.signUp();
  });
  afterAll(() => server.close());

  const add = (body: object) => musician.client.post('/api/performances/', body);
  const list = async (who: string, query = '') =>
    (await server.visitor().get(`/api/performances/user/${who}${query}`)).body;

  it('SW-06 API-57 store every field as sent; the performer is the signed-in user', async () => {
    const added = await add({ ...FULL, performer: other.me.id, id: newId() });
    const { id } = added.body;
    const show = {
      ...FULL,
      id,
      performer: musician.me.id,
      startsAt: '2099-12-05T02:00:00.000Z',
      pastFrom: '2099-12-05T06:00:00.000Z',
    };
    expect(added.body).toEqual(show);
    expect(await list(musician.me.id)).toEqual({
      performer: { id: musician.me.id, displayName: musician.me.displayName },
      performances: [show],
      total: 1,
      paging: { page: 1, size: 20, next: null },
    });
    expect((await list(other.me.id)).performances).toEqual([]);
    expect((await server.visitor().get(`/api/performances/user/${newId()}`)).status).toBe(404);
  });

  it('are added once when a call is repeated after a lost response', async () => {
    const again = await server.signUp();
    const send = () =>
      again.client.send({
        method: 'POST',
        url: '/api/performances/',
        payload: FULL,
        headers: { 'idempotency-key': 'one press' },
      });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
    expect((await list(again.me.id)).performances).toEqual([first.body]);
  });

  it('store their price to the cent', async () => {
    const { client } = await server.signUp();
    for (const cost of [0, 0.29, 1.15, 4.35, 19.99, 100_000])
      expect((await client.post('/api/performances/', { ...FULL, cost })).body).toMatchObject({ cost });
  });

  it('API-58 can be changed and deleted by their performer only', async () => {
    const { client } = await server.signUp();
    const { id } = (await client.post('/api/performances/', FULL)).body;
    const admin = await server.signUp({ role: 'admin' });
    for (const stranger of [musician.client, admin.client]) {
      expect((await stranger.put(`/api/performances/${id}`, { name: 'Mine' })).status).toBe(403);
      expect((await stranger.delete(`/api/performances/${id}`)).status).toBe(403);
    }
    expect((await server.visitor().put(`/api/performances/${id}`, { name: 'Mine' })).status).toBe(401);
    const changed = await client.put(`/api/performances/${id}`, { name: 'Second Night', performer: musician.me.id });
    expect(changed.body).toMatchObject({ ...FULL, name: 'Second Night' });
    expect(changed.body.performer).not.toBe(musician.me.id);
    expect((await client.delete(`/api/performances/${id}`)).body).toEqual({ id, deleted: true });
    expect((await client.delete(`/api/performances/${id}`)).status).toBe(404);
  });

  it('VA-34 VA-53 require a name, a date and a time, and the error names the missing one', async () => {
    for (const field of ['name', 'date', 'time'] as const)
      for (const value of [undefined, '']) {
        const message = `The performance ${field} is required`;
        const { status, body } = await add({ ...FULL, [field]: value });
        expect(status).toBe(400);
        expect(body.errors).toContainEqual(expect.objectContaining({ field, message }));
      }
    expect((await add({ name: 'No more', date: '2099-01-01', time: '09:00' })).status).toBe(200);
  });

  it('add https:// to web addresses typed without it', async () => {
    const placeDetails = { website: 'hall.example' };
    expect((await add({ ...FULL, ticketLink: 'tickets.example.org/kettle', placeDetails })).body).toMatchObject({
      ticketLink: 'https://tickets.example.org/kettle',
      placeDetails: { website: 'https://hall.example' },
    });
  });

  it('reject invalid dates, times, time zones, prices and links', async () => {
    for (const [field, value] of [
      ['date', '2099-02-30'],
      ['date', '99/99/9999'],
      ['time', '24:00'],
      ['timeZone', 'Memphis'],
      ['cost', -1],
      ['cost', 1.234],
      ['ticketLink', 'javascript:alert(1)'],
      ['ticketLink', '//evil.example'],
      ['numPerformances', 0],
    ] as const) {
      const { status, body } = await add({ ...FULL, [field]: value });
      expect([status, body.errors?.[0]?.field], String(value)).toEqual([400, field]);
    }
    const website = { website: 'data:text/html,x' };
    expect((await add({ ...FULL, placeDetails: website })).status).toBe(400);
    expect(await add({ ...FULL, date: '2026-03-08', time: '02:30' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'time', message: 'The clocks go forward that night, and never show this time. Choose another.' },
        ],
      },
    });
  });

  it('accept links with the scheme in any case', async () => {
    const links = {
      ticketLink: 'HTTPS://tickets.example.org/',
      placeDetails: { website: 'Http://minglewood.example.org' },
    };
    expect(await add({ ...FULL, ...links })).toMatchObject({ status: 200, body: links });
  });

  // Names that only ICU accepts.
  it.each(
    `ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST pst`.split(
      ' ',
    ),
  )('reject the ambiguous time zone %s', async (timeZone) => {
    const refusal = { status: 400, body: { errors: [{ field: 'timeZone', message: 'Choose a time zone.' }] } };
    expect(await add({ ...FULL, timeZone })).toMatchObject(refusal);
  });
  it.each(['EST', 'CET', 'EST5EDT', 'UTC', 'america/chicago', '+05:30'])(
    'accept the time zone %s',
    async (timeZone) => {
      expect((await add({ ...FULL, timeZone })).status).toBe(200);
    },
  );

  it('take the time zone of their place, otherwise that of the user who adds them', async () => {
    const { client } = await server.signUp();
    const show = { name: 'Away', date: '2099-07-01', time: '20:00' };
    const there = (await client.post('/api/performances/', { ...show, geo_loc: { lat: 48.85, lng: 2.35 } })).body;
    expect(there).toMatchObject({ timeZone: 'Europe/Paris', startsAt: '2099-07-01T18:00:00.000Z' });
    const headers = { 'x-timezone-offset': '300' };
    const here = await client.send({ method: 'POST', url: '/api/performances/', headers, payload: show });
    expect(here.body).toMatchObject({ timeZone: '-05:00', startsAt: '2099-07-02T01:00:00.000Z' });
    const moved = (await client.put(`/api/performances/${here.body.id}`, { geo_loc: { lat: 35.1, lng: 139.6 } })).body;
    expect(moved).toMatchObject({ time: '20:00', timeZone: 'Asia/Tokyo', startsAt: '2099-07-01T11:00:00.000Z' });
  });

  it('take the time zone of their town unless a closer one is given, and without a town their musician’s', async () => {
    const { client, me } = await server.signUp();
    const show = { name: 'Kettle Night', date: '2099-12-04', time: '20:00' };
    const headers = { 'x-timezone-offset': '-60' };
    const added = async (more: object) =>
      (await client.send({ method: 'POST', url: '/api/performances/', headers, payload: { ...show, ...more } })).body;
    const memphis = await added({ town: 'Memphis, TN' });
    expect(memphis).toMatchObject({
      town: 'Memphis, TN',
      time: '20:00',
      timeZone: 'America/Chicago',
      startsAt: '2099-12-05T02:00:00.000Z',
    });
    // A given time zone, and the venue's coordinates, take precedence over the town.
    expect(await added({ town: 'Memphis, TN', timeZone: 'UTC' })).toMatchObject({ timeZone: 'UTC' });
    const geo_loc = { lat: 33.45, lng: -112.07 };
    expect(await added({ town: 'Memphis, TN', geo_loc })).toMatchObject({ timeZone: 'America/Phoenix', geo_loc });
    const abroad = await added({ town: 'Berlin, Germany' });
    expect(abroad).toMatchObject({ town: 'Berlin, Germany', timeZone: '+01:00' });

    await client.put(`/api/users/${me.id}`, { address: { city: 'Honolulu', state: 'HI' } });
    expect(await added({})).toMatchObject({ town: '', timeZone: 'Pacific/Honolulu' });
    const moved = (await client.put(`/api/performances/${memphis.id}`, { town: 'Knoxville, TN' })).body;
    expect(moved).toMatchObject({ time: '20:00', timeZone: 'America/New_York', startsAt: '2099-12-05T01:00:00.000Z' });
    const named = (await client.put(`/api/performances/${memphis.id}`, { name: 'Second Night' })).body;
    expect(named).toMatchObject({ town: 'Knoxville, TN', timeZone: 'America/New_York' });
  });

  it('drop the coordinates of their venue when the town changes', async () => {
    const { client } = await server.signUp();
    const { id } = (await client.post('/api/performances/', FULL)).body;
    const change = async (body: object) => (await client.put(`/api/performances/${id}`, body)).body.geo_loc;
    expect(await change({ town: FULL.town, notes: '' })).toEqual(FULL.geo_loc);
    expect(await change({ town: 'Chicago, IL' })).toBeNull();
    expect(await change({ geo_loc: { lat: 41.88, lng: -87.63 } })).toEqual({ lat: 41.88, lng: -87.63 });
  });

  it('show the time zone of a town while it is typed', async () => {
    const named = async (query: string) =>
      (await server.visitor().get(`/api/places?query=${encodeURIComponent(query)}`)).body;
    expect(await named('Memphis, TN')).toEqual({
      places: [{ city: 'Memphis', state: 'TN' }],
      timeZone: 'America/Chicago',
    });
    expect(await named('Memphis')).toMatchObject({ timeZone: null });
  });

  it('SW-04 SW-07 are past after their day, without a job; the account counts upcoming shows', async () => {
    const { client, me } = await server.signUp();
    const zone = { timeZone: 'America/Chicago' };
    const show = { name: 'Tonight', time: '00:00', ...zone };
    const { id } = (await client.post('/api/performances/', { ...show, date: dayIn(0) })).body;
    await client.post('/api/performances/', { ...show, name: 'Later', date: dayIn(2) });
    await client.post('/api/performances/', { ...show, name: 'Sooner', date: dayIn(1) });
    const names = async (when: string) =>
      (await list(me.id, `?when=${when}`)).performances.map(({ name }: { name: string }) => name);
    const count = async () => (await client.get('/api/users/me')).body.upcomingShows;
    expect(await names('upcoming')).toEqual(['Tonight', 'Sooner', 'Later']);
    expect(await count()).toBe(3);
    await client.put(`/api/performances/${id}`, { date: dayIn(-1) });
    expect(await names('upcoming')).toEqual(['Sooner', 'Later']);
    expect(await names('past')).toEqual(['Tonight']);
    expect(await count()).toBe(2);
    // Simulates that the date of the show passes; the show is not edited.
    await server.app
      .db`update performances set starts_at = now() - interval '1 hour', past_from = now() where name = 'Sooner' and performer_id = ${me.id}`;
    expect(await names('past')).toEqual(['Sooner', 'Tonight']);
    expect(await names('upcoming')).toEqual(['Later']);
  });

  it('are limited to 1,000 per musician, also for concurrent calls', async () => {
    const { client, me } = await server.signUp();
    await server.app.db`
      insert into performances (id, performer_id, name, date, time, time_zone, starts_at, past_from)
      select gen_random_uuid(), ${me.id}, 'Show', '2099-01-01', '20:00', 'UTC', '2099-01-01T20:00Z', '2099-01-02T00:00Z'
      from generate_series(1, 998)`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post('/api/performances/', FULL)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'You already have 1,000 shows, which is the limit. Remove one first.',
    );
  });

  describe('as a calendar', () => {
    const calendarOf = async (who: string) => {
      const answer = await server.visitor().get(`/api/performances/user/${who}.ics`);
      expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
      const root = new ICAL.Component(ICAL.parse(answer.text));
      return { text: answer.text, root, events: root.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) };
    };

    it('are parsed by another library with the original values', async () => {
      const { client, me } = await server.signUp({ firstName: 'Wren' });
      await server.app.db`update users set username = 'Wren7' where id = ${me.id}`;
      const { id } = (await client.post('/api/performances/', FULL)).body;
      const rude = 'Semi;colon, comma \\ slash\nBEGIN:VEVENT ✓ 😀 ' + 'long '.repeat(40);
      await client.post('/api/performances/', {
        name: 'Free one',
        notes: rude,
        date: '2099-12-31',
        time: '23:30',
        timeZone: 'UTC',
        isFree: true,
      });
      const { root, text, events } = await calendarOf('Wren7');
      expect(root.getFirstPropertyValue('name')).toBe('Shows of Wren Tester');
      expect(root.getFirstPropertyValue('method')).toBe('PUBLISH');
      const [first, second] = events;
      expect(events).toHaveLength(2);
      expect(first).toMatchObject({
        uid: `${id}@scoville.example`,
        summary: 'Kettle Night (Wren Tester)',
        location: 'Minglewood Hall, Memphis, TN',
      });
      expect(first?.startDate.toJSDate().toISOString()).toBe('2099-12-05T02:00:00.000Z');
      expect(first?.endDate.toJSDate().toISOString()).toBe('2099-12-05T04:00:00.000Z');
      expect(first?.description).toBe(
        'Friday, December 4, 2099 at 8:00 PM at the venue (America/Chicago).\nAdmission: $12.50.\nDoors at seven.\nBring a friend.\nTickets: https://tickets.example.org/kettle?night=1\nVenue: https://minglewood.example.org/',
      );
      expect(first?.component.getFirstPropertyValue('url')).toBe(FULL.ticketLink);
      expect(second?.component.getFirstPropertyValue('url')).toBe('https://scoville.example/Wren7');
      expect(second?.description).toBe(
        `Thursday, December 31, 2099 at 11:30 PM at the venue (UTC).\nAdmission is free.\n${rude.trim()}`,
      );
      // RFC 5545, 3.1: lines end with CR LF, and have at most 75 bytes.
      for (const line of text.split('\r\n')) {
        expect(line).not.toContain('\n');
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      }
    });

    it('contain no injected lines or properties, even if names and notes try to inject some', async () => {
      const { client, me } = await server.signUp({ firstName: 'Wren' });
      const rude = 'x\r\nATTENDEE:mailto:a@b.co\nEND:VEVENT\u2028\u0085\rBEGIN:VALARM\\nDURATION:P1D';
      await client.put(`/api/users/${me.id}`, { displayName: rude });
      const show = { name: rude, venue: rude, notes: rude, date: '2099-12-04', time: '20:00', timeZone: 'UTC' };
      expect((await client.post('/api/performances/', show)).status).toBe(200);
      for (const link of [
        { ticketLink: `https://a.example/${rude}` },
        { placeDetails: { website: `https://${rude}` } },
      ])
        expect((await client.post('/api/performances/', { ...show, ...link })).status).toBe(400);
      const { root, text, events } = await calendarOf(me.id);
      expect(events).toHaveLength(1);
      expect(text).toContain('\r\nNAME:Shows of x\\nATTENDEE:mailto:a@b.co\\nEND:VEVENT');
      expect(root.getAllSubcomponents().map(({ name }) => name)).toEqual(['vevent']);
      expect(events[0]?.component.getAllSubcomponents()).toEqual([]);
      expect(events[0]?.component.getAllProperties().map(({ name }) => name)).toEqual([
        'uid',
        'sequence',
        'dtstamp',
        'dtstart',
        'dtend',
        'summary',
        'location',
        'description',
        'url',
        'last-modified',
      ]);
      for (const line of text.split('\r\n')) expect(line).not.toMatch(/[\r\n\u0085]/);
    });

    it('are kept under Deleted User when their account is deleted; its username is a 404', async () => {
      const { client, me } = await server.signUp({ firstName: 'Wren' });
      await server.app.db`update users set username = 'Wren8' where id = ${me.id}`;
      const { ticketLink: _, ...show } = FULL;
      const { id } = (await client.post('/api/performances/', show)).body;
      const silent = await server.signUp();
      for (const one of [{ client, me }, silent])
        expect(
          (await one.client.post('/auth/delete/', { email: one.me.email, password: 'a long password' })).status,
        ).toBe(200);

      const { root, text, events } = await calendarOf(me.id);
      expect(root.getFirstPropertyValue('name')).toBe('Shows of Deleted User');
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({ uid: `${id}@scoville.example`, summary: 'Kettle Night (Deleted User)' });
      expect(events[0]?.component.getFirstPropertyValue('url')).toBe('https://scoville.example');
      expect(text).not.toMatch(/wren/i);
      expect(await list(me.id, '?when=upcoming')).toMatchObject({
        performer: { id: me.id, displayName: 'Deleted User' },
        performances: [{ id, name: 'Kettle Night', performer: me.id }],
        total: 1,
      });
      for (const gone of ['Wren8', 'Wren8.ics', silent.me.id, `${silent.me.id}.ics`])
        expect((await server.visitor().get(`/api/performances/user/${gone}`)).status, gone).toBe(404);
    });

    it('contain the next 100 shows and the latest 50, with shortened notes, in less than 300 kB', async () => {
      const { me } = await server.signUp();
      const fill = (name: string, sign: number, notes: string) => server.app.db`
        insert into performances (id, performer_id, name, venue, town, latitude, longitude, date, time, time_zone, starts_at,
          past_from, notes, ticket_link, place_website)
        select gen_random_uuid(), ${me.id}, ${name} || n, ${name}, ${name.slice(0, 120)}, 35, -90, now()::date, '20:00', 'UTC',
          now() + n * ${sign} * interval '1 hour', now() + (n * ${sign} + 24) * interval '1 hour', ${notes},
          'https://a.example/' || ${name}, 'https://b.example/' || ${name}
        from generate_series(1, 500) n`;
      await fill('Next ', 1, 'x'.repeat(2000));
      await fill('Past ', -1, 'y'.repeat(300));
      const { events, text } = await calendarOf(me.id);
      expect(events.map(({ summary }) => summary.split(' (')[0])).toEqual([
        ...Array.from({ length: 50 }, (_, at) => `Past ${50 - at}`),
        ...Array.from({ length: 100 }, (_, at) => `Next ${at + 1}`),
      ]);
      expect(events.at(-1)?.description.split('\n')).toContain(`${'x'.repeat(300)}…`);
      expect(events[0]?.description.split('\n')).toContain('y'.repeat(300));
      expect(Buffer.byteLength(text)).toBeLessThan(300_000);

      await server.app.db`delete from performances where performer_id = ${me.id}`;
      await fill('漢'.repeat(190), 1, '漢'.repeat(2000));
      const long = await calendarOf(me.id);
      expect(long.events.length).toBeGreaterThan(40);
      expect(long.events[0]?.summary).toMatch(/^漢+1 /);
      expect(Buffer.byteLength(long.text)).toBeLessThan(300_000);
    });

    it('cover the last year and the future; a musician without shows has an empty one', async () => {
      const { client, me } = await server.signUp();
      expect((await calendarOf(me.id)).events).toEqual([]);
      for (const [name, days] of [
        ['Long ago', -400],
        ['Last month', -30],
        ['Next year', 400],
      ] as const)
        await client.post('/api/performances/', {
          name,
          date: dayIn(days),
          time: '20:00',
          timeZone: 'America/Chicago',
        });
      expect((await calendarOf(me.id)).events.map(({ summary }) => summary.split(' (')[0])).toEqual([
        'Last month',
        'Next year',
      ]);
      expect((await server.visitor().get(`/api/performances/user/${newId()}.ics`)).status).toBe(404);
    });
  });
});
