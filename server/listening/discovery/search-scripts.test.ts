import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { refreshSuggestions } from './suggestions.queries.ts';

/** Titles, each with queries that must find it. */
const TITLES: Record<string, readonly (readonly [title: string, ...typed: string[]])[]> = {
  Chinese: [
    ['月亮代表我的心', '代表', '月亮', '我的心', '月', '心', '表我的'],
    ['天地人天人地', '人天人', '地人天'],
    ['甜蜜蜜', '蜜蜜'],
    ['东风破 (Live)', '东风', '风破', 'live', '东风破 liv'],
    ['青花瓷/千里之外', '千里', '青花瓷千里之外', '青花瓷 千里之外'],
  ],
  Japanese: [
    ['上を向いて歩こう', '歩こう', '向いて', '上を'],
    ['残酷な天使のテーゼ', '天使', 'テーゼ', 'てーぜ', 'ﾃｰｾﾞ', '残酷な天使'],
    ['カントリー・ロード', 'カントリーロード', 'ロード', 'かんとりー'],
    ['東京Tokyo東京', 'tokyo', '東京'],
  ],
  Thai: [
    ['ลาวดวงเดือน', 'ดวงเดือน', 'เดือน', 'ลาว'],
    ['ก้อนหินก้อนนั้น', 'ก้อนหิน', 'หินก้อน'],
  ],
  Lao: [['ດວງຈຳປາ', 'ຈຳປາ', 'ດວງ']],
  Khmer: [['ស្ទឹងខៀវ', 'ខៀវ']],
  Burmese: [['ကမ္ဘာမကျေ', 'မကျေ']],
  Korean: [
    ['첫사랑이었다', '사랑', '첫사랑', '랑이'],
    ['강남스타일', '스타일', '강남'],
    ['BTS방탄소년단', 'bts', '소년단'],
  ],
  Arabic: [
    ['أَنْتَ عُمْرِي', 'انت عمري', 'أنت', 'عمرى'],
    ['إلى آخِرِهِ', 'الي اخره'],
    ['حــبيبي', 'حبيبي'],
    ['رحلة ١٢', 'رحله 12'],
  ],
  Persian: [['می\u200cخواهم', 'میخواهم', 'می خواهم', 'مي‌خواهم']],
  Hebrew: [
    ['יְרוּשָׁלַיִם שֶׁל זָהָב', 'ירושלים', 'ירושלים של זהב'],
    ['צה״ל', 'צהל', 'צה"ל'],
  ],
  Russian: [
    ['Подмосковные вечера', 'ПОДМОСКОВНЫЕ', 'вечер'],
    ['Ёлочка, мой ёж', 'елочка', 'ЁЖ', 'мои еж'],
  ],
  Greek: [['Τα παιδιά του Πειραιά ὅπως ὁδός', 'παιδια', 'ΠΕΙΡΑΙΑ', 'οπως', 'ΟΔΟΣ', 'οδος']],
  Hindi: [
    ['ज़िन्दगी प्यार का गीत', 'जिन्दगी', 'ज़िंदगी', 'प्यार', 'गीत'],
    ['चाँद १२', 'चांद', '12'],
  ],
  Tamil: [['தமிழ்த்தாய் வாழ்த்து', 'தமிழ்த்தாய்', 'வாழ்த்து', 'தமிழ்']],
  Turkish: [['Işık İçinde', 'isik', 'ışık', 'IŞIK', 'içinde', 'icinde', 'İÇİNDE']],
  German: [
    ['Straße über Köln', 'strasse', 'STRASSE', 'uber koln', 'STRAẞE'],
    ['Mädchen', 'madchen', 'MÄDCHEN'],
  ],
  Vietnamese: [['Đường về nhà ấy', 'duong', 'đường', 've nha', 'ay']],
  Polish: [['Żółty łódź', 'zolty', 'lodz']],
  Nordic: [['Smørrebrød på ásinn', 'smorrebrod', 'pa', 'asinn']],
  apostrophes: [['Hawaiʻi O’Neill', 'hawaii', 'Hawai´i', "o'neill", 'oneill']],
  'what cannot be seen': [
    ['Lull\u00ADaby of\u200B glass', 'lullaby', 'lull\u00ADaby glass', 'gl\u2060ass'],
    ['Moon\u200Blight \u2764\uFE0F', 'moonlight', 'moon\u200Clight'],
  ],
  acronyms: [
    ['AC/DC forever', 'acdc', 'ac dc', 'ac/dc', 'AC-DC', 'acdc forever'],
    ['R.E.M.', 'rem', 'R.E.M', 'r e m'],
    ['K.I.Z.', 'kiz', 'k.i.z'],
    ['Cafe Spider-Man', 'spiderman', 'spider man', 'Spider-Man'],
    ['Blink-182', 'blink182', 'blink 182'],
    ['N.W.A tribute', 'nwa tribute', 'nwa'],
    ['ACDCish ABBACADABRA', 'AB/BA/CA/DABRA'],
  ],
  'signs for letters': [
    ['Ke$ha', 'kesha', 'ke$ha', 'ke ha'],
    ['P!nk', 'pink', 'p!nk'],
    ['A$AP', 'asap', 'a$ap'],
    ['Joey Bada$$', 'badass', 'bada$$'],
    ['M@dness', 'madness'],
    ['Fetusha', 'Fetu$ha'],
  ],
  'signs alone': [
    ['Live by !!!', '!!!'],
    ['††† (Crosses)', '†††'],
    ['Tour of +/-', '+/-'],
    ['Best of ∆', '∆'],
    ['Heart ❤️ tonight', '❤', '❤️'],
  ],
};

describe('search in every script', () => {
  let server: TestServer;
  let musicianId: string;

  const search = async (q: string) => {
    const { status, body } = await server.visitor().get(`/api/media?${new URLSearchParams({ q, size: '50' })}`);
    expect(status, q).toBe(200);
    const titles: string[] = body.media.map(({ title }: { title: string }) => title);
    // True if the search found them without corrections and left-out words.
    return { titles, asTyped: !body.search.corrected && body.search.dropped === null };
  };
  const found = async (q: string): Promise<string[]> => (await search(q)).titles;
  const suggested = async (q: string): Promise<string[]> => {
    const { status, body } = await server.visitor().get(`/api/search/suggestions?${new URLSearchParams({ q })}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.suggestions.map(({ label }: { label: string }) => label);
  };
  const musicianOf = async (name: string, title: string) => {
    const { me } = await server.signUp();
    await server.app.db`update users set display_name = ${name} where id = ${me.id}`;
    await insertMedia(server.app.db, { musicianId: me.id, title });
  };

  beforeAll(async () => {
    server = await startTestServer();
    musicianId = (await server.signUp({ firstName: 'Philomena' })).me.id;
    for (const [title] of Object.values(TITLES).flat()) await insertMedia(server.app.db, { musicianId, title });
  });
  afterAll(() => server.close());

  for (const [kind, titles] of Object.entries(TITLES))
    it(`API-36 finds ${kind}`, async () => {
      for (const [title, ...typed] of titles)
        for (const q of [title, ...typed])
          expect(await search(q), `${q} for ${title}`).toEqual({
            titles: expect.arrayContaining([title]),
            asTyped: true,
          });
    });

  it('does not find the letters of an unspaced text in another order', async () => {
    for (const q of ['心的我', '代表月亮', '天人天', 'เดือนดวง', '스타강남', 'ก่อนหิน'])
      expect(await found(q), q).toEqual([]);
  });

  it('reads a word with invisible characters as one word', async () => {
    for (const q of ['aby', 'light']) expect(await found(q), q).toEqual([]);
  });

  it('reads vowel signs as part of their word', async () => {
    await insertMedia(server.app.db, { musicianId, title: 'यार प' });
    expect(await found('प्यार')).toEqual(['ज़िन्दगी प्यार का गीत']);
  });

  it('finds exactly the signs that were typed, and not a part of them', async () => {
    expect(await found('!!!')).toEqual(['Live by !!!']);
    expect(await found('††')).toEqual([]);
    expect(await found('+/')).toEqual([]);
  });

  it('ranks “C++” and “C#” before other words in c', async () => {
    for (const title of ['C', 'Cabbage C', 'Learning C++', 'Prelude in C# minor', 'Prelude in C minor'])
      await insertMedia(server.app.db, { musicianId, title, scores: [90, 90, 90] });
    expect(await found('c++')).toEqual(['Learning C++']);
    expect(await found('C++ learn')).toEqual(['Learning C++']);
    expect(await found('c#')).toEqual(['Prelude in C# minor']);
    expect(await found('prelude in C♯ minor')).toEqual(['Prelude in C# minor']);
    expect((await suggested('c++'))[0]).toBe('Learning C++');
    // Titles without such signs are still found by their words.
    expect(await found('Cabbage++')).toEqual(['Cabbage C']);
    expect(await found('c')).toEqual(expect.arrayContaining(['C', 'Cabbage C', 'Learning C++']));
  });

  it('ignores signs between words', async () => {
    await insertMedia(server.app.db, { musicianId, title: 'Salt & Pepper' });
    await insertMedia(server.app.db, { musicianId, title: 'Salt Pepper' });
    for (const q of ['salt & pepper', 'salt pepper', 'salt – pepper'])
      expect((await found(q)).toSorted(), q).toEqual(['Salt & Pepper', 'Salt Pepper']);
  });

  it('finds and suggests musicians by other forms of their names', async () => {
    const names = { '!!!': 'Nil One', 'AC/DC': 'Nil Two', 'Ke$ha': 'Nil Three', 田中太郎: 'Nil Four', 'C++ Band': 'Nil Five', 'Cc Cats': 'Nil Six' }; // prettier-ignore
    for (const [name, title] of Object.entries(names)) await musicianOf(name, title);
    await refreshSuggestions(server.app.db);
    for (const [q, name] of [
      ['!!!', '!!!'],
      ['acdc', 'AC/DC'],
      ['ac/d', 'AC/DC'],
      ['kesh', 'Ke$ha'],
      ['太郎', '田中太郎'],
      ['c++', 'C++ Band'],
    ] as const)
      expect(await suggested(q), q).toContain(name);
    for (const [q, title] of [
      ['!!!', 'Nil One'],
      ['acdc', 'Nil Two'],
      ['kesha', 'Nil Three'],
      ['太郎', 'Nil Four'],
    ] as const)
      expect(await found(q), q).toContain(title);
  });

  it('suggests an exactly matching name before a better known one with that prefix', async () => {
    await musicianOf('R.E.M.', 'Nil Seven');
    await musicianOf('Remington', 'Nil Eight');
    await server.app.db`update media set play_count = 5000 where title = 'Nil Eight'`;
    await refreshSuggestions(server.app.db);
    // The song with that title is listed before both names.
    const names = (await suggested('rem')).filter((label) => label === 'R.E.M.' || label === 'Remington');
    expect(names.slice(-2)).toEqual(['R.E.M.', 'Remington']);
  });

  it('corrects words of other scripts, too', async () => {
    for (const [q, title] of [
      ['подмосковны вечера', 'Подмосковные вечера'],
      ['ירושליים', 'יְרוּשָׁלַיִם שֶׁל זָהָב'],
      ['smorebrod', 'Smørrebrød på ásinn'],
      ['maedchen', 'Mädchen'],
      ['ueber koln', 'Straße über Köln'],
    ] as const)
      expect(await found(q), q).toContain(title);
  });

  it('finds words in a long text without spaces', async () => {
    const account = await server.signUp();
    const id = await insertMedia(server.app.db, { musicianId: account.me.id, title: 'Of long texts' });
    const description = `${'山高水长'.repeat(100)}琵琶行`;
    expect((await account.client.put(`/api/media/${id}`, { description })).status).toBe(200);
    expect(await found('琵琶')).toEqual(['Of long texts']);
    expect(await found('水长琵琶行')).toEqual(['Of long texts']);
  });

  it('finds the member’s own non-public media by the same rules', async () => {
    const account = await server.signUp();
    for (const title of ['千本桜と雪', 'Secret !!!', 'C# secret', 'Other secret'])
      await insertMedia(server.app.db, { musicianId: account.me.id, title, published: false });
    const own = async (q: Record<string, string>) =>
      (await account.client.get(`/api/media?${new URLSearchParams({ ...q, unpublished: 'true' })}`)).body.media.map(
        ({ title }: { title: string }) => title,
      );
    expect(await own({ q: '本桜' })).toContain('千本桜と雪');
    expect(await own({ q: '!!!' })).toEqual(expect.arrayContaining(['Secret !!!']));
    expect(await own({ q: '!!!' })).not.toContain('Other secret');
  });
});
