import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { bytesAs, id3, utf16 } from '../../../../fixtures/id3.ts';
import { newId } from '../../../platform/ids.ts';
import { MUSIC, make, newFolder } from '../../../testkit/make-files.ts';
import { readTags } from './tags.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

const WORDS = ['-metadata', 'title=Ember', '-metadata', 'artist=Río & 山', '-metadata', 'album=Coals'].concat(
  ...['genre=Folk', 'date=2019', 'comment=Recorded at home'].map((word) => ['-metadata', word]),
);

describe('readTags', () => {
  it.each([
    ['a.mp3', 'audio/mpeg', ''],
    ['a.flac', 'audio/flac', ''],
    ['a.m4a', 'audio/mp4', ''],
    ['a.ogg', 'audio/ogg', '-c:a libvorbis'],
  ])('reads %s', async (name, mime, args) => {
    const path = await make(folder, name, `${MUSIC(1)} ${args}`, ...WORDS);
    const { tags, problem } = await readTags(path, mime);
    expect(problem).toBeNull();
    expect(tags).toMatchObject({
      title: 'Ember',
      artist: 'Río & 山',
      album: 'Coals',
      genres: ['Folk'],
      year: 2019,
      cover: null,
    });
    expect(tags.tags).toContain('Folk');
  });

  it.each([
    [' 00000000 00000210 0000086C 0000000000760804 00000000 005592F1 00000000 00000000', null],
    [' 00001F40 00001E2A 0000C35B 0000BEEF 00024CA8 00024CA8 00007FFF 00007FFF 00015F90 00015F90', null],
    ['20190401 20190402', '20190401 20190402'],
    ['00000000 played backwards', '00000000 played backwards'],
  ])('uses a comment as the description unless it contains figures from iTunes: %s', async (comment, description) => {
    const path = await make(folder, 'figures.flac', MUSIC(1), '-metadata', `comment=${comment}`);
    expect((await readTags(path, 'audio/flac')).tags.description).toBe(description);
  });

  it('goes by the sniffed type and not by the extension', async () => {
    const path = await make(folder, 'real.flac', MUSIC(1), '-metadata', 'title=Under a false name');
    const disguised = join(folder, 'b.mp3');
    await writeFile(disguised, await readFile(path));
    expect((await readTags(disguised, 'audio/flac')).tags.title).toBe('Under a false name');
  });

  it('removes NUL, escapes, line breaks and direction marks from a title, and shortens a long text', async () => {
    const path = join(folder, 'hostile.mp3');
    const sound = await make(folder, 'plain.mp3', `${MUSIC(1)} -id3v2_version 0`);
    const title = 'A\u0007 \u202eevil\u202c\r\nB\u001b[31mC\u200b';
    const frames: [string, Buffer][] = [
      ['TIT2', utf16(title)],
      ['TPE1', utf16('x'.repeat(100_000))],
      [
        'APIC',
        Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.from('<script>alert(1)</script>')]),
      ],
    ];
    await writeFile(path, Buffer.concat([id3(frames), await readFile(sound)]));
    const { tags } = await readTags(path, 'audio/mpeg');
    expect(tags.title).toBe('A evil BC');
    expect(tags.artist).toHaveLength(200);
    expect(tags.cover).toBeNull();
  });

  it('keeps joiners, removes duplicate tags, and ignores an invisible artist', async () => {
    const sound = await make(folder, 'joined.mp3', `${MUSIC(1)} -id3v2_version 0`);
    const path = join(folder, 'joiners.mp3');
    const frames: [string, Buffer][] = [
      ['TIT2', utf16('👩\u200d🚀 می\u200cخواهم')],
      ['TPE1', utf16('\u200b\u2800')],
      ['TALB', utf16(`Z${'\u0337'.repeat(500_000)}`)],
      ['TCON', utf16('#Dub\u0000dub\u0000\u0000Cafe\u0301')],
    ];
    await writeFile(path, Buffer.concat([id3(frames), await readFile(sound)]));
    const { tags } = await readTags(path, 'audio/mpeg');
    expect(tags).toMatchObject({ title: '👩\u200d🚀 می\u200cخواهم', artist: null, tags: ['Dub', 'Caf\u00e9'] });
    expect(tags.album).toBe(`Z${'\u0337'.repeat(6)}`);
  });

  it('keeps a cover that is a picture', async () => {
    const picture = await make(folder, 'c.jpg', '-f lavfi -i color=red:s=300x300 -frames:v 1');
    const sound = await make(folder, 'd.mp3', MUSIC(1));
    const path = await make(
      folder,
      'e.mp3',
      `-i ${sound} -i ${picture} -map 0 -map 1 -c copy -disposition:v attached_pic`,
    );
    const { tags } = await readTags(path, 'audio/mpeg');
    expect(tags.cover?.mime).toBe('image/jpeg');
    expect(tags.cover?.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  describe('in the forms that real programs write', () => {
    const picture = (colour: string) =>
      make(folder, `${colour}.png`, `-f lavfi -i color=${colour}:s=60x60 -frames:v 1`);
    const apic = async (type: number, colour: string) =>
      Buffer.concat([
        Buffer.from(`\0image/png\0${String.fromCharCode(type)}\0`, 'latin1'),
        await readFile(await picture(colour)),
      ]);
    const colourOf = async (bytes: Buffer | undefined) => {
      const { dominant } = await sharp(bytes).stats();
      return dominant.r > 128 ? 'red' : dominant.b > 128 ? 'blue' : 'another';
    };
    const tagged = async (tag: Buffer) => {
      const path = join(folder, `tagged-${newId()}.mp3`);
      const sound = await make(folder, 'under-tags.mp3', `${MUSIC(1)} -id3v2_version 0`);
      await writeFile(path, Buffer.concat([tag, await readFile(sound)]));
      const { tags, problem } = await readTags(path, 'audio/mpeg');
      expect(problem).toBeNull();
      return tags;
    };

    it('uses the front cover, wherever it is among other pictures', async () => {
      const [band, front] = [await apic(8, 'red'), await apic(3, 'blue')];
      for (const covers of [
        [band, front],
        [front, band],
      ]) {
        const tags = await tagged(
          id3(
            covers.map((cover) => ['APIC', cover] as const),
            { version: 4 },
          ),
        );
        expect(await colourOf(tags.cover?.bytes)).toBe('blue');
      }
      expect(await colourOf((await tagged(id3([['APIC', band]]))).cover?.bytes)).toBe('red');
    });

    it('uses the front cover of FLAC among other pictures', async () => {
      const sound = await make(folder, 'covers.flac', MUSIC(1));
      const block = async (type: number, colour: string, isLast: boolean) => {
        const bytes = await readFile(await picture(colour));
        const number = (value: number) =>
          Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
        const body = Buffer.concat([
          // Type, kind and description; width, height, depth and colours; the bytes.
          number(type),
          number(9),
          Buffer.from('image/png'),
          ...[0, 60, 60, 24, 0, bytes.length].map(number),
          bytes,
        ]);
        return Buffer.concat([number((isLast ? 0x86000000 : 0x06000000) + body.length), body]);
      };
      const file = await readFile(sound);
      // Behind the stream's own block, which comes first.
      const flac = Buffer.concat([
        file.subarray(0, 42),
        await block(8, 'red', false),
        await block(3, 'blue', false),
        file.subarray(42),
      ]);
      await writeFile(sound, flac);
      expect(await colourOf((await readTags(sound, 'audio/flac')).tags.cover?.bytes)).toBe('blue');
    });

    it.each([
      ['the plain sizes that iTunes writes in version 4', { version: 4, sizes: 'plain' }],
      ['sizes of seven bits in version 3', { version: 3, sizes: 'seven bits' }],
      ['an unsynchronised tag of version 3', { version: 3, unsynchronised: true }],
      ['an unsynchronised tag of version 4', { version: 4, unsynchronised: true }],
      ['padding', { version: 4, sizes: 'plain', padding: 3000 }],
    ] as const)('reads %s', async (_, form) => {
      const frames: [string, Buffer][] = [
        ['TIT2', utf16('Ünsync')],
        ['TALB', bytesAs(3, Buffer.from('x'.repeat(300)))],
        ['APIC', await apic(3, 'blue')],
        ['TCON', utf16('Jazz')],
      ];
      const tags = await tagged(id3(frames, form));
      expect(tags).toMatchObject({ title: 'Ünsync', album: 'x'.repeat(200), genres: ['Jazz'] });
      expect(await colourOf(tags.cover?.bytes)).toBe('blue');
    });

    it.each([3, 4] as const)('reads a tag of version %s that is wrongly flagged as unsynchronised', async (version) => {
      const cover = Buffer.concat([await apic(3, 'blue'), Buffer.from('ff00ffe0', 'hex')]);
      const tag = id3(
        [
          ['TIT2', utf16('Ünsync')],
          ['APIC', cover],
        ],
        { version },
      );
      tag[5] = 0x80;
      const tags = await tagged(tag);
      expect(tags.title).toBe('Ünsync');
      expect(tags.cover?.bytes.subarray(-4).toString('hex')).toBe('ff00ffe0');
    });

    it('takes the first of several values, and ignores garbage after the end of a text', async () => {
      const several: [string, Buffer][] = [
        ['TIT2', bytesAs(3, Buffer.from('Two Titles\0Second'))],
        ['TPE1', bytesAs(3, Buffer.from('First\0Second'))],
        ['TCON', bytesAs(3, Buffer.from('Rock\0Pop'))],
      ];
      expect(await tagged(id3(several, { version: 4 }))).toMatchObject({
        title: 'Two Titles',
        artist: 'First',
        genres: ['Rock', 'Pop'],
        tags: ['Rock', 'Pop'],
      });
      const junk = Buffer.concat([utf16('Night'), Buffer.from('0000ab6a39f1', 'hex')]);
      expect((await tagged(id3([['TIT2', junk]]))).title).toBe('Night');
    });
  });

  it('keeps a cover of megabytes, and the text beside it', async () => {
    const picture = await readFile(await make(folder, 'large.jpg', '-f lavfi -i color=blue:s=300x300 -frames:v 1'));
    const bytes = Buffer.concat([picture, randomBytes(5_000_000)]);
    const sound = await make(folder, 'bare.mp3', `${MUSIC(1)} -id3v2_version 0`);
    const path = join(folder, 'large-cover.mp3');
    const frames: [string, Buffer][] = [
      ['TIT2', utf16('Ember')],
      ['APIC', Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), bytes])],
    ];
    await writeFile(path, Buffer.concat([id3(frames), await readFile(sound)]));
    const { tags, problem } = await readTags(path, 'audio/mpeg');
    expect([problem, tags.title, tags.cover?.bytes.equals(bytes)]).toEqual([null, 'Ember', true]);
  });

  it('reads UTF-8 that is declared as Latin-1, and drops illegible text', async () => {
    const sound = await make(folder, 'said.mp3', `${MUSIC(1)} -id3v2_version 0`);
    const path = join(folder, 'latin.mp3');
    const latin = (bytes: Buffer) => Buffer.concat([Buffer.from([0]), bytes]);
    const frames: [string, Buffer][] = [
      ['TIT2', latin(Buffer.from('Río ♥'))],
      ['TPE1', latin(Buffer.from('cff7f1edff20ee20eceef0e5', 'hex'))],
    ];
    await writeFile(path, Buffer.concat([id3(frames), await readFile(sound)]));
    expect((await readTags(path, 'audio/mpeg')).tags).toMatchObject({ title: 'Río ♥', artist: null });
  });

  it('returns no tags when they are broken, and the reason for the log', async () => {
    const path = join(folder, 'broken.m4a');
    await writeFile(path, Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0', 'latin1'), Buffer.alloc(40, 0xff)]));
    const { tags, problem } = await readTags(path, 'audio/mp4');
    expect(tags).toMatchObject({ title: null, tags: [], cover: null });
    expect(problem === null || problem.length > 0).toBe(true);
  });
});
