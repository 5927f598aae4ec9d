import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MUSIC, PICTURE, make, newFolder } from '../../../testkit/make-files.ts';
import { DEMUXERS, type Demuxer, HEAD_BYTES, sniff, sniffFile } from './sniff.ts';

const sha256 = (seed: number): Buffer => createHash('sha256').update(String(seed)).digest();

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

const MADE: [name: string, demuxer: Demuxer, kind: string, args: string][] = [
  ['a.mp3', 'mp3', 'audio', `${MUSIC(1)} -write_xing 0 -id3v2_version 0`],
  ['tagged.mp3', 'mp3', 'audio', `${MUSIC(1)} -metadata title=x`],
  ['low.mp3', 'mp3', 'audio', `${MUSIC(1)} -ar 22050 -ac 1 -id3v2_version 0`],
  ['a.flac', 'flac', 'audio', MUSIC(1)],
  ['a.wav', 'wav', 'audio', MUSIC(1)],
  ['a.aiff', 'aiff', 'audio', MUSIC(1)],
  ['a.ogg', 'ogg', 'audio', `${MUSIC(1)} -c:a libvorbis`],
  ['a.opus', 'ogg', 'audio', MUSIC(1)],
  ['a.oga', 'ogg', 'audio', `${MUSIC(1)} -c:a flac`],
  ['a.m4a', 'mov', 'audio', MUSIC(1)],
  ['a.mp4', 'mov', 'unknown', PICTURE('64x64', 10, 1)],
  ['a.mov', 'mov', 'unknown', PICTURE('64x64', 10, 1)],
  ['a.webm', 'matroska', 'unknown', `${PICTURE('64x64', 10, 1)} -c:v libvpx`],
  ['a.mkv', 'matroska', 'unknown', PICTURE('64x64', 10, 1)],
  ['a.avi', 'avi', 'video', PICTURE('64x64', 10, 1)],
  ['a.wmv', 'asf', 'unknown', `${PICTURE('64x64', 10, 1)} -c:v wmv2`],
  ['a.ts', 'mpegts', 'video', PICTURE('64x64', 10, 1)],
  ['a.m2ts', 'mpegts', 'video', PICTURE('64x64', 10, 1)],
];

describe('sniff', () => {
  it.each(MADE)('reads %s with the demuxer %s', async (name, demuxer, kind, args) => {
    const bytes = await readFile(await make(folder, name, args));
    expect(sniff(bytes.subarray(0, HEAD_BYTES), bytes.length)).toMatchObject({ demuxer, kind, behind: null });
    expect(await sniffFile(join(folder, name))).toMatchObject({ demuxer });
  });

  it.each([
    ['an HLS playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
    ['a list of files', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 18099 RTP/AVP 0\n'],
    ['a DASH manifest', '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>'],
    ['subtitles', '1\n00:00:00,000 --> 00:00:01,000\nhello\n'],
    ['SubStation subtitles', '[Script Info]\nTitle: x\n'],
    ['a picture in SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><title>x</title>'],
    ['an HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['an AVIF picture', '\0\0\0\x18ftypavif\0\0\0\0mif1avif'],
    ['a MIDI file', 'MThd\0\0\0\x06\0\x01\0\x01\0\x60'],
    ['a GIF', 'GIF89a\x01\0\x01\0'],
    ['an empty file', ''],
  ])('refuses %s', (_, text) => {
    const bytes = Buffer.from(text, 'latin1');
    expect(sniff(bytes, bytes.length)).toBeNull();
  });

  it('refuses a playlist behind a tag', () => {
    const tag = Buffer.from('ID3\x04\0\0\0\0\0\x0a0123456789#EXTM3U\n', 'latin1');
    expect(sniff(tag, tag.length)).toBeNull();
  });

  it('refuses a tag that claims more bytes than the file has, and a tag with nothing behind it', () => {
    const claim = Buffer.concat([Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), Buffer.alloc(2000)]);
    expect(sniff(claim, claim.length)).toBeNull();
    const lone = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x07\x68', 'latin1'), Buffer.alloc(1000)]);
    expect(sniff(lone, lone.length)).toBeNull();
  });

  it('asks for another look when a tag ends so close to the end of the head that two frames don’t fit', async () => {
    const sound = await readFile(await make(folder, 'c.mp3', `${MUSIC(1)} -id3v2_version 0`));
    for (const short of [1, 100, 500, 1000, 3000]) {
      const size = HEAD_BYTES - short - 10;
      const tag = Buffer.alloc(size + 10);
      // ID3v2, section 3.1: a length of four bytes with seven bits each.
      tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
      const head = Buffer.concat([tag, sound]).subarray(0, HEAD_BYTES);
      expect(sniff(head, tag.length + sound.length)).toMatchObject({ demuxer: 'mp3', behind: tag.length });
    }
  });

  it('looks behind a tag that is longer than the head', async () => {
    const sound = await readFile(await make(folder, 'b.mp3', `${MUSIC(1)} -id3v2_version 0`));
    const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\x06\0\0', 'latin1'), Buffer.alloc(6 * 128 * 128)]);
    const path = join(folder, 'long-tag.mp3');
    await writeFile(path, Buffer.concat([tag, sound]));
    const head = tag.subarray(0, HEAD_BYTES);
    expect(sniff(head, tag.length + sound.length)).toMatchObject({ demuxer: 'mp3', behind: tag.length });
    expect(await sniffFile(path)).toMatchObject({ demuxer: 'mp3', behind: null });
    await writeFile(path, Buffer.concat([tag, Buffer.from('#EXTM3U\nfile:///etc/passwd\n')]));
    expect(await sniffFile(path)).toBeNull();
  });

  describe('a song behind other bytes', () => {
    const zeros = (bytes: number) => Buffer.alloc(bytes);
    /** Bytes that are not sound, the same in each run. */
    const junk = (bytes: number) => Buffer.concat(Array.from({ length: bytes / 32 }, (_, at) => sha256(at)));
    it.each([
      ['100 kB of zeros', () => zeros(100_000)],
      ['a megabyte of zeros', () => zeros(1_000_000)],
      ['zeros that end where the head does', () => zeros(HEAD_BYTES)],
      ['zeros that end shortly before the head does', () => zeros(HEAD_BYTES - 100)],
      [
        'a tag and zeros',
        () => Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a0123456789', 'latin1'), zeros(99_000)]),
      ],
      ['48 kB of random bytes', () => junk(49_152)],
      ['48 kB of words', () => Buffer.from('HTTP/1.1 200 OK\r\n'.repeat(2880))],
    ])('is found behind %s', async (_, before) => {
      const sound = await readFile(await make(folder, 'behind.mp3', `${MUSIC(1)} -id3v2_version 0`));
      const path = join(folder, 'late.mp3');
      await writeFile(path, Buffer.concat([before(), sound]));
      expect(await sniffFile(path)).toMatchObject({ demuxer: 'mp3', behind: null });
    });

    it('is not found behind bytes of another kind, or if all bytes are zeros', async () => {
      const path = join(folder, 'zeros.mp3');
      for (const bytes of [zeros(100), zeros(HEAD_BYTES), zeros(4_000_000)]) {
        await writeFile(path, bytes);
        expect(await sniffFile(path)).toBeNull();
      }
      await writeFile(path, Buffer.concat([zeros(100_000), Buffer.from('#EXTM3U\nfile:///etc/passwd\n')]));
      expect(await sniffFile(path)).toBeNull();
      await writeFile(path, junk(409_600));
      expect(await sniffFile(path)).toBeNull();
    });
  });

  it('returns a demuxer of the list or null for any bytes', () => {
    const start = fc.constantFrom(
      'ID3\x04\0\0',
      'RIFF',
      '\0\0\0\x18ftyp',
      'OggS',
      '\x1a\x45\xdf\xa3',
      '\xff\xfb',
      'G',
      '',
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 2000 }), fc.nat(), (magic, rest, more) => {
        const head = Buffer.concat([Buffer.from(magic, 'latin1'), rest]);
        const found = sniff(head, head.length + more);
        if (found !== null) expect(DEMUXERS).toContain(found.demuxer);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['RIFF', 'RF64', 'BW64'])('recognises WAV by %s, regardless of its content', (form) => {
    const head = Buffer.from(`${form}\xff\xff\xff\xffWAVEds64`, 'latin1');
    expect(sniff(head, head.length)).toMatchObject({ demuxer: 'wav', kind: 'audio' });
  });

  it('does not mistake text for a song or video', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 4000 }), (text) => {
        fc.pre(
          !/^(fLaC|RIFF|RF64|BW64|FORM|OggS|ID3|GGGGG)/.test(text) &&
            !/^.{4}(ftyp|moov|mdat|wide|free|skip|pnot)/s.test(text),
        );
        expect(sniff(Buffer.from(text), text.length)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});
