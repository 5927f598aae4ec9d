import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { type Reason, type Rules, noteLapse, notePresence, reasonsAgainst } from './eligibility.queries.ts';

const RULES: Rules = { loadCap: 2, messageDays: 90, areAll: true };

describe('the reasons against a reviewer', () => {
  let server: TestServer;
  let musician: Account;
  let reviewer: Account;
  let mediaId: string;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    musician = await server.signUp();
    reviewer = await server.signUp({ isCurator: true });
    mediaId = await insertMedia(server.app.db, { musicianId: musician.me.id });
  });

  const reasons = async (rules: Partial<Rules> = {}, before: string[] = []): Promise<Reason[]> => {
    const submission = { mediaId, musicianId: musician.me.id, before };
    const [found] = await reasonsAgainst(server.app.db, [reviewer.me.id], submission, { ...RULES, ...rules });
    return found!;
  };
  const me = () => reviewer.me.id;
  const them = () => musician.me.id;
  const db = () => server.app.db;
  const openReview = async (media: string, days = 0) =>
    db()`insert into reviews (id, media_id, reviewer_id, submitted_at, opened_at, due_at)
      values (${newId()}, ${media}, ${me()}, now(), now() - make_interval(days => ${days}), now() + interval '1 day')`;
  const excluded = (slugs: string[]) =>
    db()`insert into reviewer_settings (user_id, excluded) values (${me()}, ${slugs})`;
  const absent = (first: number, last: number) =>
    db()`insert into reviewer_absences values (${me()}, current_date + ${first}::int, current_date + ${last}::int)`;
  /** Writes a message into a conversation of these accounts, so many days ago. */
  const message = async (from: string, days: number, more: string[] = []) => {
    const [conversation, id] = [newId(), newId()];
    const at = new Date(Date.now() - days * 86_400_000);
    await db()`insert into conversations (id, member_key, latest_at) values (${conversation}, ${Buffer.from(id)}, ${at})`;
    await db()`insert into messages (id, conversation_id, from_id, body, created_at) values (${id}, ${conversation}, ${from}, 'Hi', ${at})`;
    for (const user of [me(), them(), ...more])
      await db()`
        insert into conversation_members (conversation_id, user_id, latest_id, latest_at) values (${conversation}, ${user}, ${id}, ${at})`;
  };
  const follow = (subscriber: string, of: string) =>
    db()`insert into follows (id, musician_id, subscriber_id, type, confirmed_at) values (${newId()}, ${of}, ${subscriber}, 'published', now())`;
  const band = (user: string, name: string) =>
    db()`insert into bands (id, user_id, position, name, start_date, current_member) values (${newId()}, ${user}, 0, ${name}, '2020-01-01', true)`;

  it('are none for a reviewer without relations to the musician', async () => {
    await band(me(), 'The Ladles');
    await band(them(), 'The Kettles');
    await follow(me(), (await server.signUp()).me.id);
    await absent(-3, -1);
    await absent(1, 2);
    await excluded(['polka']);
    expect(await reasons()).toEqual([]);
  });

  it.each<[string, Reason, () => Promise<unknown>]>([
    ['is suspended', 'left', () => db()`insert into suspensions (user_id, reason) values (${me()}, 'Rude')`],
    ['is no longer certified', 'left', () => db()`update users set is_curator = false where id = ${me()}`],
    ['paused', 'absent', () => db()`insert into reviewer_settings (user_id, paused) values (${me()}, true)`],
    ['is away today', 'absent', () => absent(0, 0)],
    [
      'declared a conflict',
      'conflict',
      () => db()`insert into reviewer_conflicts values (${me()}, ${them()}, 'label')`,
    ],
    ['follows the musician', 'conflict', () => follow(me(), them())],
    ['is followed by the musician', 'conflict', () => follow(them(), me())],
    ['was in the same band', 'conflict', () => Promise.all([band(me(), 'The Ladles'), band(them(), 'the ladles')])],
    ['wrote to the musician', 'conflict', () => message(me(), 89)],
    ['was written to by the musician', 'conflict', () => message(them(), 89)],
    [
      'excluded a genre of the song',
      'excluded',
      async () => {
        await db()`update media set genres = '{Polka}', genre_slugs = '{polka}' where id = ${mediaId}`;
        await excluded(['polka']);
      },
    ],
    [
      'excluded a genre that is a tag of the song',
      'excluded',
      async () => {
        await db()`update media set tags = '{Polka}' where id = ${mediaId}`;
        await excluded(['polka']);
      },
    ],
    [
      'had the musician’s submission before the last',
      'recent',
      async () => {
        for (const age of [1, 2]) {
          const earlier = await insertMedia(db(), { musicianId: them(), scores: [80, 80, 80] });
          await db()`update media set first_submitted_at = now() - make_interval(days => ${age}) where id = ${earlier}`;
          if (age === 2) {
            await openReview(earlier, 2);
            await db()`update reviews set decided_at = now(), outcome = 'curated', decided_by = ${me()} where media_id = ${earlier}`;
          }
        }
      },
    ],
  ])('name what holds if the reviewer %s: %s', async (_, reason, make) => {
    await make();
    expect(await reasons()).toEqual([reason]);
    const optional = ['conflict', 'excluded', 'recent'].includes(reason);
    expect(await reasons({ areAll: false })).toEqual(optional ? [] : [reason]);
  });

  it('do not include old messages, or those that a third person wrote to both', async () => {
    const third = await server.signUp();
    await message(me(), 91);
    await message(third.me.id, 1, [third.me.id]);
    expect(await reasons()).toEqual([]);
    expect(await reasons({ messageDays: 92 })).toEqual(['conflict']);
    expect(await reasons({ messageDays: 0 })).toEqual([]);
  });

  it('include an earlier assignment of the same review', async () => {
    expect(await reasons({}, [me()])).toEqual(['before']);
  });

  it('do not include the musician’s third last submission', async () => {
    for (const age of [1, 2, 3]) {
      const earlier = await insertMedia(db(), { musicianId: them(), scores: [80, 80, 80] });
      await db()`update media set first_submitted_at = now() - make_interval(days => ${age}) where id = ${earlier}`;
      if (age === 3) await openReview(earlier, 3);
    }
    expect(await reasons()).toEqual([]);
  });

  it('include as many other open reviews as one reviewer may have; 0 means no limit', async () => {
    await openReview(mediaId);
    const other = () => insertMedia(db(), { musicianId: them(), allowCuration: true, publishedAt: new Date(0) });
    await openReview(await other(), 9);
    expect(await reasons({ areAll: false })).toEqual([]);
    await openReview(await other(), 8);
    expect(await reasons({ areAll: false })).toEqual(['busy']);
    expect(await reasons({ areAll: false, loadCap: 0 })).toEqual([]);
  });

  it('name the owner, and an account that no longer exists', async () => {
    const submission = { mediaId, musicianId: me(), before: [] };
    expect(await reasonsAgainst(db(), [me(), newId()], submission, RULES)).toEqual([['owner'], ['left']]);
  });

  describe('who did not come in time for another review', () => {
    let review: string;
    const missed = () => noteLapse(db(), review, me());
    beforeEach(async () => {
      review = newId();
      const other = await insertMedia(db(), { musicianId: (await server.signUp()).me.id });
      await db()`
        insert into reviews (id, media_id, reviewer_id, submitted_at, opened_at, due_at, drawn_at)
        values (${review}, ${other}, ${me()}, now(), now(), now(), now() - interval '1 day')`;
    });

    it('are that, until the reviewer is back at the desk', async () => {
      await missed();
      expect(await reasons()).toEqual(['lapsed']);
      expect(await reasons({ areAll: false })).toEqual([]);
      expect((await reviewer.client.get('/api/review')).status).toBe(200);
      expect(await reasons()).toEqual([]);
    });

    it('are none if the reviewer was at the desk meanwhile, and has too much to do', async () => {
      await notePresence(db(), me());
      await missed();
      expect(await reasons()).toEqual([]);
      await db()`update reviewer_settings set seen_at = now() - interval '2 days'`;
      await missed();
      expect(await reasons()).toEqual(['lapsed']);
    });

    it('keep what the reviewer chose', async () => {
      await excluded(['polka']);
      await missed();
      await notePresence(db(), me());
      expect(await db()`select excluded from reviewer_settings where user_id = ${me()}`).toEqual([
        { excluded: ['polka'] },
      ]);
    });
  });
});
