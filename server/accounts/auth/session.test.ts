import cookie from '@fastify/cookie';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Pool, connect } from '../../platform/db/connection.ts';
import { type Env, readEnv } from '../../platform/env.ts';
import { createListeners } from '../../platform/http/listeners.ts';
import type { Queue } from '../../platform/jobs/queue.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import {
  actorOf,
  deleteEndedSessions,
  endAllSessions,
  endSession,
  setVisitor,
  startSession,
  visitorOf,
} from './session.ts';

let db: Pool;
let url: string;
beforeAll(async () => {
  url = await createTestDatabase();
  db = connect(url);
});
afterAll(() => db.end());

let userId: string;
beforeEach(async () => {
  userId = await insertPerson(db);
});

const envOf = (settings: Record<string, string> = {}): Env =>
  readEnv({ NODE_ENV: 'test', DATABASE_URL: url, PUBLIC_URL: 'http://localhost:3000', ...settings }, 'no file');
/** Notification mail is tested elsewhere. */
const queue = { enqueue: async () => {} } as unknown as Queue;
const http = () => ({ db, queue, env: envOf() });
const https = () => ({ db, queue, env: envOf({ PUBLIC_URL: 'https://music.example' }) });
/** Fails the test if the code queries the database. */
const noDatabase = (() => {
  throw new Error('The database was asked.');
}) as unknown as Pool;

/** The result of `work` for a request with these cookies, and the cookies that the response sets. */
async function call<T>(
  work: (request: FastifyRequest, reply: FastifyReply) => T | Promise<T>,
  cookies: Record<string, string> = {},
): Promise<{ result: T; set: string[] }> {
  const app = Fastify();
  await app.register(cookie);
  app.decorateRequest('visitor', 'a browser');
  const done: T[] = [];
  app.get('/', async (request, reply) => {
    done.push(await work(request, reply));
    return {};
  });
  const answer = await app.inject({ url: '/', cookies });
  await app.close();
  if (done.length === 0) throw new Error(answer.body);
  return { result: done[0] as T, set: [answer.headers['set-cookie'] ?? []].flat() };
}

type Installation = ReturnType<typeof http>;
const tokenOf = ([first = '']: string[]): string => /^[^=]+=([^;]*)/.exec(first)?.[1] ?? '';
const begin = async (app: Installation, id = userId): Promise<string> =>
  tokenOf((await call((_request, reply) => startSession(app, id, reply))).set);
const who = async (app: Installation, cookies: Record<string, string>) =>
  (await call((request) => actorOf(app, request), cookies)).result;
/** Days from now until an account's only session ends. */
const daysLeft = async (): Promise<number> => {
  const [row] = await db<{ days: number }[]>`
    select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions where user_id = ${userId}`;
  return Math.round(row?.days ?? -1);
};

describe('a session', () => {
  it('sets a cookie for 180 days that scripts and other sites can’t read; over https, only our host can set it', async () => {
    const open = async (app: Installation) => (await call((_request, reply) => startSession(app, userId, reply))).set;
    expect(await open(http())).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await open(https())).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it('returns the caller and the current rights of the account', async () => {
    const session = await begin(http());
    expect(await who(http(), { session })).toEqual({
      userId,
      role: 'user',
      isCurator: false,
      hasAuth: true,
      lacksSecondFactor: false,
      isVerified: true,
      isVouched: true,
    });
    await db`update users set role = 'admin', is_curator = true, password_hash = null where id = ${userId}`;
    expect(await who(http(), { session })).toEqual({
      userId,
      role: 'admin',
      isCurator: true,
      hasAuth: false,
      lacksSecondFactor: false,
      isVerified: true,
      isVouched: true,
    });
    await db`update users set deleted_at = now() where id = ${userId}`;
    expect(await who(http(), { session })).toBeNull();
  });

  it('is read only from its own cookie, and stored as a hash', async () => {
    const session = await begin(https());
    expect(await who(https(), { '__Host-session': session })).toMatchObject({ userId });
    expect(await who(https(), { session })).toBeNull();
    expect(await who(http(), { '__Host-session': session })).toBeNull();
    const [row] = await db<{ length: number; same: boolean }[]>`
      select length(token_hash) as length, token_hash = sha256(${Buffer.from(session)}) as same
      from sessions where user_id = ${userId}`;
    expect(row).toEqual({ length: 32, same: true });
  });

  it('isn’t found by another token, and a malformed token isn’t looked up', async () => {
    const session = await begin(http());
    const other = `${session.startsWith('A') ? 'B' : 'A'}${session.slice(1)}`;
    expect(await who(http(), { session: other })).toBeNull();
    for (const cookies of [{}, { session: '' }, { session: session.slice(1) }, { session: `${session}A` }] as Record<
      string,
      string
    >[])
      expect(await who({ ...http(), db: noDatabase }, cookies)).toBeNull();
  });

  it('F16 ends thirty days after its last use, and SESSION_DAYS after its beginning', async () => {
    const session = await begin(http());
    expect(await daysLeft()).toBe(30);
    const use = async (created: number, seen: string, left: number) => {
      await db`update sessions set created_at = now() - make_interval(days => ${created}),
        last_seen_at = now() - ${seen}::interval, expires_at = now() + make_interval(days => ${left})
        where user_id = ${userId}`;
      return [(await who(http(), { session }))?.userId, await daysLeft()];
    };
    expect(await use(20, '14 minutes', 10)).toEqual([userId, 10]);
    expect(await use(20, '16 minutes', 10)).toEqual([userId, 30]);
    // A session is extended at most once in 15 minutes.
    await db`update sessions set expires_at = now() + interval '5 days' where user_id = ${userId}`;
    expect([(await who(http(), { session }))?.userId, await daysLeft()]).toEqual([userId, 5]);
    expect(await use(170, '2 days', 25)).toEqual([userId, 10]);
    expect(await use(181, '0 days', 25)).toEqual([undefined, 25]);
    expect(await use(10, '0 days', -1)).toEqual([undefined, -1]);
  });

  it('ends after SESSION_DAYS if that is shorter than thirty days', async () => {
    const short = { db, queue, env: envOf({ SESSION_DAYS: '10' }) };
    const session = await begin(short);
    expect(await daysLeft()).toBe(10);
    await db`update sessions set created_at = now() - interval '11 days' where user_id = ${userId}`;
    expect(await who(short, { session })).toBeNull();
  });

  it('works no longer once it is ended, without ending others, and its cookie is deleted with the same attributes', async () => {
    const [mine, elsewhere] = [await begin(https()), await begin(https())];
    const end = (app: Installation, cookies: Record<string, string>) =>
      call((request, reply) => endSession(app, request, reply), cookies);
    expect((await end(https(), { '__Host-session': mine })).set).toEqual([
      '__Host-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(await who(https(), { '__Host-session': mine })).toBeNull();
    expect(await who(https(), { '__Host-session': elsewhere })).toMatchObject({ userId });
    // A sign-out works without a session, too.
    expect((await end({ ...http(), db: noDatabase }, {})).set).toEqual([
      'session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ]);
  });

  it('ends together with all others of its account, but not with those of other accounts', async () => {
    const other = await insertPerson(db);
    const [one, two, theirs] = [await begin(http()), await begin(http()), await begin(http(), other)];
    await endAllSessions(db, userId);
    for (const session of [one, two]) expect(await who(http(), { session })).toBeNull();
    expect(await who(http(), { session: theirs })).toMatchObject({ userId: other });
  });

  it('is deleted from the database once it has expired', async () => {
    const people = [userId, await insertPerson(db), await insertPerson(db)];
    for (const id of people) await begin(http(), id);
    await db`update sessions set expires_at = now() - interval '1 second' where user_id = ${people[1] ?? ''}`;
    await db`update sessions set created_at = now() - interval '181 days' where user_id = ${people[2] ?? ''}`;
    await deleteEndedSessions(http());
    expect(
      (await db`select user_id from sessions where user_id = any(${people})`).map((row) => row['user_id']),
    ).toEqual([userId]);
  });
});

describe('the anonymous id of a browser', () => {
  const listeners = createListeners('another secret');
  const named = async (app: Installation, cookies: Record<string, string>, secret = 'a secret') =>
    (await call((request) => visitorOf({ ...app, listeners }, request, secret), cookies)).result;
  const given = async (app: Installation, name: string) =>
    (await call((_request, reply) => setVisitor(app, reply, name, 'a secret'))).set;

  it('is random for a browser without one', async () => {
    const [first, second] = [await named(http(), {}), await named(http(), {})];
    for (const one of [first, second])
      expect(one).toEqual({ name: expect.stringMatching(/^[\w-]{22}$/), cameAlong: false });
    expect(first.name).not.toBe(second.name);
  });

  it('is stored for a year in a signed cookie', async () => {
    const { name } = await named(http(), {});
    const set = await given(http(), name);
    expect(set).toEqual([
      expect.stringMatching(/^visitor=[\w-]{22}\.[\w-]{16}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const visitor = tokenOf(set);
    expect(visitor.startsWith(`${name}.`)).toBe(true);
    expect(await named(http(), { visitor })).toEqual({ name, cameAlong: true });
    const [secure = ''] = await given(https(), name);
    expect(secure).toMatch(/^__Host-visitor=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await named(https(), { '__Host-visitor': visitor })).toEqual({ name, cameAlong: true });
  });

  it('is rejected from any cookie without our signature', async () => {
    const { name } = await named(http(), {});
    const visitor = tokenOf(await given(http(), name));
    const [, signature = ''] = visitor.split('.');
    const other = (await named(http(), {})).name;
    // A signed name of the wrong length is rejected, too.
    const short = tokenOf(await given(http(), 'short'));
    const made = [
      name,
      `${name}.`,
      `.${signature}`,
      `${other}.${signature}`,
      `${name}.${signature.slice(4)}`,
      `${name}.${signature}AAAA`,
      short,
      '',
    ];
    for (const forged of made) {
      const answer = await named(http(), { visitor: forged });
      expect(answer.cameAlong).toBe(false);
      expect(answer.name).toMatch(/^[\w-]{22}$/);
      expect([name, other]).not.toContain(answer.name);
    }
    expect((await named(http(), { visitor }, 'another secret')).cameAlong).toBe(false);
  });
});
