import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';

const PATH = '/api/review/choices';
const NOTHING = { paused: false, absences: [], excluded: [], conflicts: [] };
const scores = { storytelling: 80, execution: 80, thumbnailArt: 80 };

/** The day (UTC) so many days from now. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const absence = (first: number, last: number) => ({ firstDay: day(first), lastDay: day(last) });

describe('what a reviewer decides about the draws', () => {
  let server: TestServer;
  let reviewer: Account;
  let musician: Account;
  const start = async (settings: Record<string, string> = {}) => {
    server = await startTestServer({ REVIEW_LOAD_CAP: '20', ...settings });
    reviewer = await server.signUp({ isCurator: true });
    musician = await server.signUp({ firstName: 'Juno' });
  };
  beforeEach(() => start());
  afterEach(() => server.close());

  const read = async (by = reviewer) => (await by.client.get(PATH)).body;
  const put = (choices: object, by = reviewer) => by.client.put(PATH, { ...NOTHING, ...choices });
  const conflictWith = ({ me }: Account, reason = 'label') => ({ musicianId: me.id, reason });
  const submit = async (change: object = {}) => {
    const id = await insertMedia(server.app.db, { musicianId: musician.me.id, published: false });
    expect((await musician.client.put(`/api/media/${id}`, { allowCuration: true, ...change })).status).toBe(200);
    return id;
  };
  const drawn = async (id: string) => {
    const [review] = await server.app.db`select reviewer_id as id from reviews where media_id = ${id}`;
    return review?.['id'] as string | null;
  };
  const waived = async (id: string) => {
    const { entries } = (await musician.client.get(`/api/media/${id}/review-trail`)).body;
    return entries[1].fact.draw.waived;
  };

  it('is empty at first, and is replaced as a whole', async () => {
    const first = await read();
    expect(first).toEqual({
      ...NOTHING,
      isCertified: true,
      today: day(0),
      load: { open: 0, most: 20 },
      verdicts: 0,
      inTime: null,
    });
    const chosen = {
      paused: true,
      absences: [absence(10, 12), absence(0, 3)],
      excluded: ['soul', 'folk'],
      conflicts: [conflictWith(musician)],
    };
    const saved = await put(chosen);
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      ...first,
      paused: true,
      absences: [absence(0, 3), absence(10, 12)],
      excluded: expect.arrayContaining([
        { slug: 'soul', name: 'Soul', kind: 'genre' },
        { slug: 'folk', name: 'Folk', kind: 'genre' },
      ]),
      conflicts: [{ ...conflictWith(musician), displayName: musician.me.displayName, username: musician.me.username }],
    });
    expect(await read()).toEqual(saved.body);
    const other = await server.signUp({ isCurator: true });
    expect(await read(other)).toEqual(first);
    expect((await put({})).body).toEqual(first);
  });

  it('keeps when a conflict was declared while it stays', async () => {
    const declared = async () => {
      const [row] = await server.app.db`
        select reason, extract(year from declared_at)::int as year from reviewer_conflicts`;
      return row;
    };
    await put({ conflicts: [conflictWith(musician, 'band')] });
    await server.app.db`update reviewer_conflicts set declared_at = '2020-06-01'`;
    await put({ conflicts: [conflictWith(musician, 'household')] });
    expect(await declared()).toEqual({ reason: 'household', year: 2020 });
  });

  it('drops absences that are over', async () => {
    expect((await put({ absences: [absence(-9, -2), absence(-1, 0)] })).body.absences).toEqual([absence(-1, 0)]);
    await server.app.db`update reviewer_absences set first_day = current_date - 3, last_day = current_date - 1`;
    expect((await read()).absences).toEqual([]);
  });

  it.each<[string, () => object, string, RegExp]>([
    ['an absence that ends before it begins', () => ({ absences: [absence(5, 4)] }), 'absences.0.lastDay', /before/],
    [
      'absences with a common day',
      () => ({ absences: [absence(5, 6), absence(1, 2), absence(6, 9)] }),
      'absences.2.firstDay',
      /overlaps/,
    ],
    [
      'a day that does not exist',
      () => ({ absences: [{ firstDay: '2027-02-29', lastDay: '2027-03-01' }] }),
      'absences.0.firstDay',
      /Date is not a valid format/,
    ],
    ['no last day', () => ({ absences: [{ firstDay: day(1) }] }), 'absences.0.lastDay', /Enter the last day/],
    [
      'too many absences',
      () => ({ absences: Array.from({ length: 51 }, (_, at) => absence(at, at)) }),
      'absences',
      /at most 50/,
    ],
    ['an unknown genre', () => ({ excluded: ['soul', 'no-such'] }), 'excluded.1', /no genre or mood “no-such”/],
    ['a genre twice', () => ({ excluded: ['soul', 'soul'] }), 'excluded', /only once/],
    [
      'too many genres',
      () => ({ excluded: Array.from({ length: 101 }, (_, at) => `genre-${at}`) }),
      'excluded',
      /at most 100/,
    ],
    [
      'an unknown musician',
      () => ({ conflicts: [{ musicianId: newId(), reason: 'band' }] }),
      'conflicts.0.musicianId',
      /does not exist/,
    ],
    [
      'the reviewer as musician',
      () => ({ conflicts: [conflictWith(musician), conflictWith(reviewer)] }),
      'conflicts.1.musicianId',
      /your own/,
    ],
    [
      'a musician twice',
      () => ({ conflicts: [conflictWith(musician), conflictWith(musician, 'band')] }),
      'conflicts',
      /only once/,
    ],
    [
      'another reason',
      () => ({ conflicts: [conflictWith(musician, 'grudge')] }),
      'conflicts.0.reason',
      /“household” or “other”/,
    ],
    [
      'too many conflicts',
      () => ({ conflicts: Array.from({ length: 201 }, () => ({ musicianId: newId(), reason: 'band' })) }),
      'conflicts',
      /at most 200/,
    ],
    ['no pause', () => ({ paused: undefined }), 'paused', /“paused” is required/],
  ])('refuses %s, and changes nothing', async (_, choices, field, message) => {
    const before = (await put({ paused: true, absences: [absence(1, 2)], excluded: ['folk'] })).body;
    const refused = await put(choices());
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field, message: expect.stringMatching(message) }]);
    expect(await read()).toEqual(before);
  });

  it('refuses a deleted musician, and does not list one', async () => {
    await put({ conflicts: [conflictWith(musician)] });
    await server.app.db`update users set deleted_at = now() where id = ${musician.me.id}`;
    expect((await read()).conflicts).toEqual([]);
    expect((await put({ conflicts: [conflictWith(musician)] })).status).toBe(400);
  });

  it('is one of both states after two simultaneous changes', async () => {
    const other = await server.signUp();
    const states = [
      {
        paused: true,
        absences: [absence(1, 2), absence(5, 9)],
        excluded: ['soul'],
        conflicts: [conflictWith(musician)],
      },
      { paused: false, absences: [absence(2, 5)], excluded: ['folk'], conflicts: [conflictWith(other, 'band')] },
    ];
    const seen = ({ paused, absences, excluded, conflicts }: Awaited<ReturnType<typeof read>>) => ({
      paused,
      absences,
      excluded: excluded.map(({ slug }: { slug: string }) => slug),
      conflicts: conflicts.map(({ musicianId, reason }: Record<string, string>) => ({ musicianId, reason })),
    });
    for (let round = 0; round < 5; round++) {
      const saved = await Promise.all([...states, ...states].map((state) => put(state)));
      expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(states).toContainEqual(seen(await read()));
    }
  });

  it('is not changed by a reviewer who loses the certificate in the meantime', async () => {
    await put({});
    const { db } = server.app;
    const { change } = await db.begin(async (tx) => {
      await tx`select 1 from reviewer_settings where user_id = ${reviewer.me.id} for update`;
      await tx`update users set is_curator = false where id = ${reviewer.me.id}`;
      const sent = put({ paused: true });
      await untilWaiting(db, 1);
      return { change: sent };
    });
    expect((await change).status).toBe(403);
    expect(await db`select paused from reviewer_settings`).toEqual([{ paused: false }]);
    expect((await reviewer.client.get(PATH)).status).toBe(403);
  });

  it('decides draws: pauses, absences and conflicts are respected', async () => {
    const other = await server.signUp({ isCurator: true });
    for (const choices of [
      { paused: true },
      { absences: [absence(-1, 0)] },
      { absences: [absence(0, 1)] },
      { conflicts: [conflictWith(musician)] },
    ]) {
      await put(choices);
      expect(await drawn(await submit())).toBe(other.me.id);
    }
    await put({ absences: [absence(1, 2)] });
    await put({ paused: true }, other);
    expect(await drawn(await submit())).toBe(reviewer.me.id);
  });

  it('excludes genres from draws, unless no other reviewer is left', async () => {
    const other = await server.signUp({ isCurator: true });
    await put({ excluded: ['soul'] });
    const avoided = await submit({ genres: ['Soul'] });
    expect(await drawn(avoided)).toBe(other.me.id);
    await put({ excluded: ['soul'] }, other);
    const shared = await submit({ genres: ['Soul'] });
    expect([reviewer.me.id, other.me.id]).toContain(await drawn(shared));
    expect(await waived(shared)).toContain('excluded');
  });

  it('leaves open reviews with the reviewer who pauses', async () => {
    const id = await submit();
    await server.signUp({ isCurator: true });
    const saved = await put({ paused: true, absences: [absence(0, 9)] });
    expect(saved.body.load).toEqual({ open: 1, most: 20 });
    expect(await drawn(id)).toBe(reviewer.me.id);
  });

  it('is reported with the reviewer’s own figures', async () => {
    await server.close();
    await start({ REVIEW_LOAD_CAP: '0' });
    const [inTime, late] = [await submit(), await submit(), await submit()];
    await server.app.db`
      update reviews set promised_by = now() - interval '1 minute', next_step_at = null where media_id = ${late!}`;
    for (const id of [inTime, late])
      expect((await reviewer.client.put(`/api/media/${id}`, { curationStats: scores })).status).toBe(200);
    const figures = { load: { open: 1, most: null }, verdicts: 2, inTime: 0.5 };
    expect(await read()).toMatchObject(figures);
    await server.app.db`update reviews set decided_at = decided_at - interval '31 days' where media_id = ${late!}`;
    expect(await read()).toMatchObject({ ...figures, verdicts: 1, inTime: 1 });
    const other = await server.signUp({ isCurator: true });
    expect(await read(other)).toMatchObject({ load: { open: 0 }, verdicts: 0, inTime: null });
  });

  it('is for administrators, too: of theirs, conflicts count', async () => {
    const [admin, stranger] = [await server.signUp({ role: 'admin' }), await server.signUp({ role: 'admin' })];
    await put({ conflicts: [conflictWith(musician)] });
    expect(await read(admin)).toMatchObject({ ...NOTHING, isCertified: false });
    expect((await put({ conflicts: [conflictWith(musician)] }, admin)).status).toBe(200);
    await put({ paused: true, absences: [absence(0, 1)] }, stranger);
    expect(await drawn(await submit())).toBe(stranger.me.id);
  });
});
