import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshOwnGenres } from '../../catalogue/categories/own-genres.queries.ts';
import { transaction } from '../../platform/db/connection.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { seededRandom } from './first-listens.ts';
import { refreshSuggestions } from './suggestions.queries.ts';

interface Suggested {
  kind: string;
  label: string;
  detail: string | null;
  path: string;
}

describe('suggestions for the typed text', () => {
  let server: TestServer;
  let musician: Account;
  let song: string;
  let video: string;

  const suggest = async (q: string): Promise<Suggested[]> => {
    const { status, body } = await server.visitor().get(`/api/search/suggestions?${new URLSearchParams({ q })}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.suggestions;
  };
  const named = async (q: string) => (await suggest(q)).map(({ kind, label }) => `${kind} ${label}`);

  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp({ firstName: 'Soulange' });
    await server.app.db`update users set display_name = 'Soulange Été' where id = ${musician.me.id}`;
    song = await insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Soup of the Day' });
    video = await insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Sourdough', type: 'video' });
    const tagged = await musician.client.put(`/api/media/${song}`, { tags: [{ text: 'Southern Soul' }] });
    expect(tagged.status).toBe(200);
    const silent = await server.signUp({ firstName: 'Soundless' });
    await insertMedia(server.app.db, { musicianId: silent.me.id, title: 'Sounding', published: false });
    await refreshSuggestions(server.app.db);
  });
  afterAll(() => server.close());

  it('SR-17 are songs, videos, musicians, genres, moods and tags, each with its address', async () => {
    const found = await suggest('sou');
    expect(found).toEqual([
      { kind: 'song', label: 'Soup of the Day', detail: 'Soulange Été', path: `/${musician.me.id}/${song}` },
      { kind: 'video', label: 'Sourdough', detail: 'Soulange Été', path: `/${musician.me.id}/${video}` },
      { kind: 'musician', label: 'Soulange Été', detail: null, path: `/${musician.me.id}` },
      { kind: 'genre', label: 'Soul', detail: null, path: '/genres/soul' },
      { kind: 'tag', label: 'southern soul', detail: null, path: '/search?q=southern+soul&tagged=true' },
    ]);
    expect(await named('d')).toContain('mood Dusk');
    expect(await named('tender')).toEqual(['mood Tender']);
    const [media] = found;
    expect((await server.visitor().get(`/api/media/${media?.path.split('/').pop()}`)).status).toBe(200);
  });

  it('SR-17 include musicians’ genres after reviewers’ genres, with the address of their list', async () => {
    const { db } = server.app;
    const { client } = musician;
    const path = `/api/media/${video}`;
    const named = async (genres: string[]) => {
      expect((await client.put(path, { genres })).status).toBe(200);
      await refreshOwnGenres(db);
    };
    const genresFor = async (q: string) =>
      (await suggest(q)).filter(({ kind }) => kind === 'genre').map(({ label, path: link }) => [label, link]);
    await named(['Deep Soul', 'soul', 'Soulgaze', 'Soulstep', '音楽']);
    expect(await genresFor('soul')).toEqual([
      ['Soul', '/genres/soul'],
      ['Deep Soul', '/genres/deep-soul?curated=false'],
      ['Soulgaze', '/genres/soulgaze?curated=false'],
    ]);
    expect(await genresFor('音')).toEqual([['音楽', '/genres/音楽?curated=false']]);
    expect((await server.visitor().get('/api/media?genre=deep-soul&curated=false')).body.media).toHaveLength(1);
    const rows = () =>
      db`select xmin::text as written, ref, key from suggestions where kind = 'own-genre' order by 2, 3`;
    const before = [...(await rows())];
    expect(before.map(({ ref }) => ref)).toEqual(['deep-soul', 'deep-soul', 'soulgaze', 'soulstep', '音楽', '音楽']);
    await refreshSuggestions(db, 'all');
    await refreshOwnGenres(db);
    expect([...(await rows())]).toEqual(before);
    await named(['DEEP-SOUL', 'Soulgaze']);
    expect(await genresFor('soulstep')).toEqual([]);
    expect(await genresFor('deep s')).toEqual([['DEEP-SOUL', '/genres/deep-soul?curated=false']]);
    await named([]);
    expect([...(await rows())]).toEqual([]);
  });

  it('match the beginning of any word, regardless of accents and case, and several words', async () => {
    expect(await named('ETE')).toContain('musician Soulange Été');
    expect(await named('soulange ét')).toContain('musician Soulange Été');
    expect(await named('late nig')).toContain('mood Late Night');
    expect(await named('nigh')).toContain('mood Late Night');
    expect(await named('surdough')).toEqual(['video Sourdough']);
    for (const q of ['', ' ', '-', '🔥', 'x'.repeat(200), "'", '%', '\\']) expect(await named(q), q).toEqual([]);
  });

  it('include musicians, tags, genres and moods for misspelled text', async () => {
    expect(await named('soulnage')).toContain('musician Soulange Été');
    expect(await named('soutern')).toContain('tag southern soul');
    expect(await named('lat nihgt')).toContain('mood Late Night');
    expect(await named('eletronic')).toContain('genre Electronic');
    // A correctly spelled word is not corrected.
    expect(await named('nowhere')).toEqual([]);
  });

  it('are rewritten only when plays double, and still list the better known first', async () => {
    const { db } = server.app;
    const soultan = await server.signUp({ firstName: 'Soultan' });
    const media = await insertMedia(db, { musicianId: soultan.me.id, title: 'Of many plays' });
    await db`update users set display_name = 'Soultan the Well Known' where id = ${soultan.me.id}`;
    const played = (plays: number) => db`update media set play_count = ${plays} where id = ${media}`;
    /** The rows, with the transactions that wrote and locked each. */
    const rows = async () => [
      ...(await db`select xmin::text as written, xmax::text as locked, kind, ref, key, popularity from suggestions order by kind, ref, key`),
    ];
    await played(1000);
    await refreshSuggestions(db);
    const before = await rows();
    expect(before.filter(({ ref }) => ref === soultan.me.id).length).toBeGreaterThan(3);
    await played(1001);
    await refreshSuggestions(db);
    expect(await rows()).toEqual(before);
    await played(2002);
    await refreshSuggestions(db);
    expect(await rows()).not.toEqual(before);
    const musicians = (await named('soul')).filter((one) => one.startsWith('musician'));
    expect(musicians).toEqual(['musician Soultan the Well Known', 'musician Soulange Été']);
    await db`delete from media where id = ${media}`;
    await refreshSuggestions(db);
  });

  it('follow changes of visibility and names', async () => {
    const { db } = server.app;
    await db`update users set display_name = 'Renamed Person' where id = ${musician.me.id}`;
    await refreshSuggestions(db);
    expect(await named('renam')).toContain('musician Renamed Person');
    expect(await named('soulange')).toEqual([]);
    await db`update media set published = false, published_at = null where musician_id = ${musician.me.id}`;
    await refreshSuggestions(db);
    expect(await named('renam')).toEqual([]);
    expect(await named('southern')).toEqual([]);
    const [row] = await db<
      { n: number }[]
    >`select count(*)::int as n from suggestions where kind in ('musician', 'tag')`;
    expect(row?.n).toBe(0);
  });

  it('are the same after recorded changes as after a full refresh', async () => {
    const { db } = server.app;
    const random = seededRandom(20_261_125);
    const below = (n: number) => Math.floor(random() * n);
    const tags = ['Rare Groove', 'rare groove ', 'Dub', 'Field Recording', '🔥'];
    const people = [await server.signUp(), await server.signUp(), await server.signUp()].map(({ me }) => me.id);
    const media: string[] = [];
    const changes: ((who: string, one: string) => Promise<unknown>)[] = [
      async (who) => media.push(await insertMedia(db, { musicianId: who, title: 'Changing' })),
      (_, one) => db`update media set tags = ${tags.slice(below(3), 2 + below(4))} where id = ${one}`,
      (_, one) => db`update media set published = not published,
        published_at = case when published then null else now() end where id = ${one}`,
      (_, one) => db`delete from media where id = ${one}`,
      (who) => db`update users set display_name = ${`Person ${below(9)}`} where id = ${who}`,
      // Usernames that one account gives up are taken by others.
      (who) => {
        const name = below(3) === 0 ? null : `p${below(4)}`;
        return db`update users set username = ${name} where id = ${who}
          and not exists (select 1 from users where username = ${name})`;
      },
      (who) => db`update users set deleted_at = case when deleted_at is null then now() end where id = ${who}`,
    ];
    const rows = async () => [...(await db`select xmin::text as written, * from suggestions order by kind, ref, key`)];
    for (let round = 0; round < 40; round += 1) {
      for (let n = below(6); n >= 0; n -= 1) {
        const change = changes[media.length < 4 ? 0 : below(changes.length)];
        await change?.(people[below(3)] ?? '', media[below(media.length)] ?? '');
      }
      await refreshSuggestions(db);
      const followed = await rows();
      await refreshSuggestions(db, 'all');
      expect(await rows(), `round ${round}`).toEqual(followed);
    }
    for (const gone of people) await db`delete from users where id = ${gone}`;
    await refreshSuggestions(db);
    const left = await rows();
    await refreshSuggestions(db, 'all');
    expect(await rows()).toEqual(left);
    expect(left.filter(({ ref }) => people.includes(ref as string))).toEqual([]);
  });

  it('include a change that was written before a refresh and committed after it', async () => {
    const { db } = server.app;
    const late = await server.signUp();
    await insertMedia(db, { musicianId: late.me.id, title: 'Late' });
    const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = transaction(db, async (tx) => {
      await tx`update users set display_name = 'Latecomer' where id = ${late.me.id}`;
      written.resolve();
      await commit.promise;
    });
    await written.promise;
    // This change takes a later number, and is committed earlier.
    await db`insert into suggestion_changes (musician_id, tags, change) values (${late.me.id}, '{Swift}', 1)`;
    await refreshSuggestions(db);
    expect(await named('swift')).toEqual(['tag swift']);
    expect(await named('latecomer')).not.toContain('musician Latecomer');
    commit.resolve();
    await open;
    await refreshSuggestions(db);
    expect(await named('latecomer')).toContain('musician Latecomer');
    await refreshSuggestions(db, 'all');
    expect(await named('swift')).toEqual([]);
  });

  it('for one or two letters are the first media in the search results, even if very many media match', async () => {
    const { db } = server.app;
    const many = await server.signUp({ firstName: 'Many' });
    // The best are added last, so that only their quality can bring them to the front; there are more of them than are
    // chosen from.
    for (let n = 0; n < 60; n += 1) {
      const scores: [number, number, number] = [60 + (n % 40), 60 + (n % 40), 60];
      await insertMedia(db, { musicianId: many.me.id, title: `Zydeco number ${n}`, scores });
    }
    const whole = await insertMedia(db, { musicianId: many.me.id, title: 'Zy', scores: [0, 0, 0] });
    const [chosen] = await db<{ n: number }[]>`select count(*)::int as n from search_beginnings('''zy'':*', 'zy', 100)`;
    expect(chosen?.n).toBe(61);
    for (const q of ['z', 'ZY']) {
      const found = await server.visitor().get(`/api/media?${new URLSearchParams({ q })}`);
      const first = (found.body.media as { id: string }[]).slice(0, 5).map(({ id }) => id);
      const media = (await suggest(q)).filter(({ kind }) => kind === 'song').map(({ path }) => path.split('/').pop());
      expect(media, q).toEqual(first);
      expect(media.includes(whole), q).toBe(q === 'ZY');
    }
  });
});
