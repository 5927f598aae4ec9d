import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { refreshSuggestions } from './suggestions.queries.ts';

interface Suggested {
  kind: string;
  label: string;
  detail: string | null;
  path: string;
}

describe('suggestions while somebody types', () => {
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

  it('SR-17 are songs, videos, musicians, genres, moods and tags, each with the way to it', async () => {
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

  it('begin with any word, whatever its accents and case, and go on over several', async () => {
    expect(await named('ETE')).toContain('musician Soulange Été');
    expect(await named('soulange ét')).toContain('musician Soulange Été');
    expect(await named('late nig')).toContain('mood Late Night');
    expect(await named('nigh')).toContain('mood Late Night');
    expect(await named('surdough')).toEqual(['video Sourdough']);
    for (const q of ['', ' ', '-', '🔥', 'x'.repeat(200), "'", '%', '\\']) expect(await named(q), q).toEqual([]);
  });

  it('find musicians, tags, genres and moods that are misspelled', async () => {
    expect(await named('soulnage')).toContain('musician Soulange Été');
    expect(await named('soutern')).toContain('tag southern soul');
    expect(await named('lat nihgt')).toContain('mood Late Night');
    expect(await named('eletronic')).toContain('genre Electronic');
    // What is spelled as it is known stays.
    expect(await named('nowhere')).toEqual([]);
  });

  it('follow what is public and how it is called', async () => {
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

  it('are for a letter or two, too, the media that search has first, of however many begin so', async () => {
    const { db } = server.app;
    const many = await server.signUp({ firstName: 'Many' });
    // The best ones last, so that nothing but their quality brings them to the front; more than are chosen among.
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
