import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { id3, utf16 } from '../../../fixtures/id3.ts';
import { MUSIC, make, newFolder } from '../../testkit/make-files.ts';
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
      genre: 'Folk',
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
  ])('takes figures of iTunes for no description: %s', async (comment, description) => {
    const path = await make(folder, 'figures.flac', MUSIC(1), '-metadata', `comment=${comment}`);
    expect((await readTags(path, 'audio/flac')).tags.description).toBe(description);
  });

  it('goes by the sniffed type and not by the extension', async () => {
    const path = await make(folder, 'real.flac', MUSIC(1), '-metadata', 'title=Under a false name');
    const disguised = join(folder, 'b.mp3');
    await writeFile(disguised, await readFile(path));
    expect((await readTags(disguised, 'audio/flac')).tags.title).toBe('Under a false name');
  });

  it('takes NUL, escapes, line breaks and turned directions out of a title, and cuts a long one', async () => {
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

  it('keeps the joiners of emoji and of Persian, and each tag once; has no title that is invisible', async () => {
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

  it('keeps a cover of megabytes, and the words beside it', async () => {
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

  it('reads UTF-8 that says Latin-1, and leaves out what nobody could read', async () => {
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

  it('has no tags, and says why for the log, when they are broken', async () => {
    const path = join(folder, 'broken.m4a');
    await writeFile(path, Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0', 'latin1'), Buffer.alloc(40, 0xff)]));
    const { tags, problem } = await readTags(path, 'audio/mp4');
    expect(tags).toMatchObject({ title: null, tags: [], cover: null });
    expect(problem === null || problem.length > 0).toBe(true);
  });
});
