import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSubscriptions } from '../../review/administration/all-subscriptions.queries.ts';
import { listUsers } from '../../review/administration/user-list.queries.ts';
import { listActs } from '../audit/audit.queries.ts';
import { newId } from '../../platform/ids.ts';
import { listConvos } from '../../community/messages/messages.queries.ts';
import { listCases } from '../../community/reports/reports.queries.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { listPeople } from './people.queries.ts';

/** Names, each with search texts that must find it. */
const NAMES: readonly (readonly [first: string, last: string, ...typed: string[]])[] = [
  ['Björk', 'Guðmundsdóttir', 'bjork', 'gudmundsdottir', 'GUÐMUNDS', 'gudmundsdottir bjork', 'gudmundsdotir', 'bjrok'],
  ['José María', 'Núñez', 'maria', 'nunez', 'jose nun', 'núnez', 'mraia', 'nunes'],
  ['Jürgen', 'Großmann', 'juergen', 'grossmann', 'GROSSMAN', 'jurgen', 'jugren'],
  ['İbrahim', 'Işık', 'ibrahim', 'isik', 'IŞIK', 'ibrahm'],
  ['Nguyễn', 'Thị Đào', 'nguyen', 'dao', 'thi dao', 'nguyne'],
  ['Αλέξανδρος', 'Παπαδόπουλος', 'αλεξανδρος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλο', 'παπαδοπολος'],
  ['Семён', 'Воробьёв', 'семен', 'воробьев', 'варобьев'],
  ['משֶׁה', 'כֹּהֵן', 'משה', 'כהן'],
  ['أحمد', 'حَسَن', 'احمد', 'حسن'],
  ['田中', '太郎', '太郎', '田中', '中'],
  ['김', '민준', '민준', '민'],
  ['สมชาย', 'ใจดี', 'ใจดี', 'สมชาย', 'ชาย'],
  ['अमित', 'शर्मा', 'शर्मा', 'अमित'],
  ['Jean-Luc', 'O’Neill', 'luc', 'jeanluc', 'jean luc', 'oneill', "o'neill", 'onell'],
  ['Ke$ha', 'Sebert', 'kesha', 'ke$ha', 'sebert'],
  ['D.J.', 'Shadow-Play', 'dj', 'shadowplay', 'play', 'd.j.'],
  ['Zo\u00ADra', 'Lin\u200Bden', 'zora', 'linden'],
];

describe('names of accounts', () => {
  let server: TestServer;
  let admin: Account;
  const ids = new Map<string, string>();
  const anyPage = { after: null, skip: 0, limit: 20 };

  const named = async (first: string, last: string, more: Record<string, unknown> = {}): Promise<string> => {
    const id = newId();
    const email = `${id}@example.org`;
    const { db } = server.app;
    const row = {
      id,
      first_name: first,
      last_name: last,
      display_name: `${first} ${last}`,
      email,
      original_email: email,
    };
    await db`insert into users ${db({ ...row, role: 'user', plan: 'mild', type: 'Listener', ...more })}`;
    return id;
  };
  /** The lists that find accounts by name, each as a function that returns ids of accounts. */
  const places: Record<string, (q: string) => Promise<string[]>> = {
    'members’ look-up': async (q) =>
      (await admin.client.get(`/api/users?${new URLSearchParams({ q, size: '50' })}`)).body.users.map(idOf),
    recipients: async (q) =>
      (await admin.client.get(`/api/users?${new URLSearchParams({ q, filter: 'recipients' })}`)).body.users.map(idOf),
    conversations: async (q) =>
      (await admin.client.get(`/api/convos?${new URLSearchParams({ q })}`)).body.convos.flatMap(
        ({ users }: { users: { id: string }[] }) => users.map(idOf),
      ),
    subscriptions: async (q) =>
      (await listSubscriptions(server.app.db, { q, status: undefined, ...anyPage })).rows.map((row) => row.user_id),
    'the audit log': async (q) =>
      (await listActs(server.app.db, { q, act: undefined, actor: undefined, ...anyPage })).rows.map(
        (row) => row.subject_id,
      ),
    reports: async (q) =>
      (await listCases(server.app.db, { q, waiting: true, kind: undefined }, anyPage)).rows.map(
        (row) => row.reported_id ?? '',
      ),
  };
  const idOf = ({ id }: { id: string }): string => id;

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin', firstName: 'Xq' });
    const { db } = server.app;
    for (const [first, last] of NAMES) {
      const id = await named(first, last);
      ids.set(first, id);
      const conversation = newId();
      await db`insert into conversations (id, member_key, latest_at) values (${conversation}, ${Buffer.from(id)}, now())`;
      for (const member of [id, admin.me.id])
        await db`insert into conversation_members (conversation_id, user_id, latest_at) values (${conversation}, ${member}, now())`;
      await db`insert into plan_subscriptions (id, user_id, plan, status, provider_ref) values (${newId()}, ${id}, 'spicy', 'pending', ${id})`;
      await db`
        insert into audit_log (id, actor_id, act, subject_kind, subject_id) values (${newId()}, ${admin.me.id}, 'changed-user', 'user', ${id})`;
      await db`
        insert into report_cases (id, subject_kind, subject_id, reported_id, excerpt)
        values (${newId()}, 'user', ${id}, ${id}, '{"title": "", "text": "", "path": null}')`;
    }
  });
  afterAll(() => server.close());

  for (const [place, search] of Object.entries(places))
    it(`API-66 MS-02 MS-23 SH-03 ADM-02 are found in ${place} by any word, without accents, with one typing error`, async () => {
      for (const [first, last, ...typed] of NAMES)
        for (const q of [`${first} ${last}`, `${last} ${first}`, ...typed])
          expect(await search(q), `${q} for ${first} ${last}`).toContain(ids.get(first));
    });

  it('are not found by two errors in a word, by a part in its middle, or by a word that they do not contain', async () => {
    for (const [place, search] of Object.entries(places))
      for (const q of [
        'gudmundsdotirr x',
        'gudmundadotir',
        'mundsdottir',
        // One letter of “bjork” was moved over several others.
        'jorkb',
        'bjork linden',
        '%',
        '_',
        '',
        ' ',
        '!!!',
        '\\',
        "'",
      ].filter(Boolean))
        if (q.trim() !== '') expect(await search(q), `${place}: ${q}`).toEqual([]);
  });

  it('are matched with a typing error only if no name matches exactly', async () => {
    const [lena, lenz] = [await named('Lena', 'Umlauf'), await named('Lenz', 'Umlauf')];
    expect(await places['recipients']?.('lena')).toEqual([lena]);
    expect((await places['recipients']?.('leno'))?.toSorted()).toEqual([lena, lenz].toSorted());
  });

  it('are found by their beginning before they are found by another word', async () => {
    const inner = await named('Ulrike', 'Quitte', { created_at: new Date(Date.now() + 60_000) });
    const begins = await named('Quitterie', 'Ulm');
    const whole = await named('Quitte', '', { display_name: 'Quitte', created_at: new Date(Date.now() - 60_000) });
    expect(await places['recipients']?.('quitte')).toEqual([whole, begins, inner]);
  });

  it('are updated after a new name and a deletion', async () => {
    const id = await named('Kunigunde', 'Vorher');
    const { db } = server.app;
    await db`update users set display_name = 'Kunigunde Nachher', last_name = 'Nachher' where id = ${id}`;
    expect(await places['recipients']?.('nachher')).toEqual([id]);
    expect(await places['recipients']?.('vorher')).toEqual([]);
    await db`update users set username = 'gundel' where id = ${id}`;
    expect(await places['recipients']?.('@gundel')).toEqual([id]);
    await db`update users set deleted_at = now() where id = ${id}`;
    for (const q of ['nachher', 'kunigunde', 'gundel']) expect(await places['recipients']?.(q), q).toEqual([]);
    expect(await db`select 1 from account_names where user_id = ${id}`).toHaveLength(0);
  });

  it('are listed page by page, newest first, without duplicates, also with a typing error and by address', async () => {
    const { db } = server.app;
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.unshift(
        await named('Pancratius', `Nr ${n}`, {
          created_at: new Date(Date.UTC(2026, 0, 1, n)),
          email: `mailbox${n}@example.org`,
        }),
      );
    for (const q of ['pancratius', 'pancrattius', 'Nr pancrat']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await admin.client.get(
          `/api/users?${new URLSearchParams({ q, size: '3', ...(cursor && { cursor }) })}`,
        );
        expect(body.total, q).toBe(7);
        seen.push(...body.users.map(idOf));
        cursor = body.paging.next;
      } while (cursor !== null);
      expect(seen, q).toEqual(made);
    }
    const walked = await listUsers(db, {
      q: 'mailbox3@',
      byEmail: true,
      filter: undefined,
      basePlan: 'mild',
      ...anyPage,
    });
    expect(walked.rows.map(idOf)).toEqual([made[3]]);
    await db`update users set email = 'Mail.O''Box\\3@example.org' where id = ${made[3] ?? ''}`;
    for (const [q, ids] of [
      ["mail.o'box\\3@", [made[3]]],
      ['MAIL.O', [made[3]]],
      ['mailbox3@', []],
      ["'", []],
      ['\\', []],
    ] as const)
      expect(
        (await listUsers(db, { q, byEmail: true, filter: undefined, basePlan: 'mild', ...anyPage })).rows.map(idOf),
        q,
      ).toEqual(ids);
    expect(
      (await listUsers(db, { q: 'mailbox4@', byEmail: false, filter: undefined, basePlan: 'mild', ...anyPage })).total,
    ).toBe(0);
  });

  it('return the newest accounts if they are very common, for each kind of match', async () => {
    const { db } = server.app;
    await db`
      insert into users (id, first_name, last_name, display_name, email, original_email, role, plan, type, created_at)
      select gen_random_uuid(), 'Common', 'Name', 'Common Name', 'c' || n || '@example.net', 'c' || n || '@example.net', 'user', 'mild', 'Listener',
        now() - n * interval '1 second' from generate_series(1, 2100) n`;
    const newest = await db<{ id: string }[]>`
      select id from users where display_name = 'Common Name' order by created_at desc, id desc limit 8`;
    for (const q of ['common', 'name', 'common name', 'name common']) {
      expect((await listPeople(db, { userId: admin.me.id, typed: q, limit: 8 })).map(idOf), q).toEqual(
        newest.map(idOf),
      );
      const { rows, total } = await listUsers(db, {
        q,
        byEmail: true,
        filter: undefined,
        basePlan: 'mild',
        ...anyPage,
      });
      expect(total, q).toBe(2100);
      expect(rows.slice(0, 8).map(idOf), q).toEqual(newest.map(idOf));
    }
    const page = { userId: admin.me.id, q: 'common', partner: undefined, archived: false, requests: undefined };
    expect((await listConvos(db, page, anyPage)).total).toBe(0);
  });

  it('have the same index after single changes as after a rebuild', async () => {
    const { db } = server.app;
    const all = () => db`select n.*, words::text from account_names n order by user_id`;
    const keys = () => db`select key, word from account_word_keys order by 1, 2`;
    const before = { all: [...(await all())], keys: [...(await keys())] };
    await db`select names_rebuild()`;
    expect([...(await all())]).toEqual(before.all);
    // The rebuild drops the words of names that were changed or deleted, and only these.
    const rebuilt = [...(await keys())];
    expect(before.keys).toEqual(expect.arrayContaining(rebuilt));
    expect(rebuilt.length).toBeGreaterThan(100);
  });

  it('are found through the indexes of words and of beginnings', async () => {
    const { db } = server.app;
    await db`analyze account_names`;
    const plans = await db.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      const lines = [
        await tx`explain (costs off) select 1 from account_names where words @@ 'bjork:*'::tsquery`.values(),
        await tx`explain (costs off) select 1 from account_names where shown ~>=~ 'bj' and shown ~<~ 'bk'`.values(),
        await tx`explain (costs off) select 1 from account_word_keys where key = 'bjrk'`.values(),
      ];
      return JSON.stringify(lines);
    });
    for (const index of ['account_names_words', 'account_names_shown', 'account_word_keys_pkey'])
      expect(plans).toContain(index);
  });
});
