import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitratesOf, readCodec, endOf, masterPlaylist, parsePlaylist, buildPlaylist } from './hls.ts';

const TEXT = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="v360.mp4",BYTERANGE="800@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:1000@800
v360.mp4
#EXTINF:4.000000,
#EXT-X-BYTERANGE:3000@1800
v360.mp4
#EXTINF:0.100000,
#EXT-X-BYTERANGE:900@4800
v360.mp4
#EXT-X-ENDLIST
`;

/** A playlist as the encoder writes it, of pieces with these durations in seconds and 1000 bytes each. */
const written = (...pieces: number[]) =>
  [
    '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXT-X-MAP:URI="v360.mp4",BYTERANGE="800@0"',
    ...pieces.map(
      (seconds, at) => `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:1000@${800 + 1000 * at}\nv360.mp4`,
    ),
    '#EXT-X-ENDLIST\n',
  ].join('\n');
const secondsOf = (...pieces: number[]) =>
  parsePlaylist(buildPlaylist(written(...pieces), 'v360.mp4')).segments.map(({ seconds }) => seconds);

describe('buildPlaylist', () => {
  it('makes a short first segment, and then long segments of several pieces', () => {
    const playlist = buildPlaylist(written(2, 2, 2, 2, 2, 1), 'v360.mp4');
    expect(parsePlaylist(playlist)).toEqual({
      initialisation: 800,
      segments: [
        { seconds: 2, bytes: 1000, offset: 800 },
        { seconds: 4, bytes: 2000, offset: 1800 },
        { seconds: 4, bytes: 2000, offset: 3800 },
        { seconds: 1, bytes: 1000, offset: 5800 },
      ],
    });
    expect(playlist).toMatch(/^#EXTM3U\n/);
    expect(playlist).toMatch(/@5800\nv360\.mp4\n#EXT-X-ENDLIST\n$/);
    // No segment's rounded duration may be longer (RFC 8216, 4.3.3.1).
    expect(playlist).toContain('#EXT-X-TARGETDURATION:4\n');
  });

  it('joins a last segment that players would overlook to the one before', () => {
    expect(secondsOf(2, 0.1)).toEqual([2.1]);
    expect(secondsOf(2, 0.3)).toEqual([2, 0.3]);
    expect(secondsOf(2, 2, 2, 0.25)).toEqual([2, 4.25]);
    expect(secondsOf(2, 2, 2, 2, 2, 0.1)).toEqual([2, 4, 4.1]);
    expect(secondsOf(0.1)).toEqual([0.1]);
  });

  it('keeps pieces that are long already', () => {
    expect(secondsOf(6, 2, 4, 3)).toEqual([6, 2, 4, 3]);
    expect(buildPlaylist(written(6, 2), 'v360.mp4')).toContain('#EXT-X-TARGETDURATION:6\n');
  });

  it('gives the picture and the sound of a short video one target duration', () => {
    for (const pieces of [[2, 3.5], [2.005, 3.499], [1.49], [1.51], [2, 2, 0.1]])
      expect(buildPlaylist(written(...pieces), 'v360.mp4')).toContain('#EXT-X-TARGETDURATION:4\n');
  });

  it('lists every byte of any pieces once and in order, and no file but its own', () => {
    const piece = fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
        const playlist = buildPlaylist(written(...pieces).replaceAll('v360.mp4', '/etc/passwd'), 'v360.mp4');
        const { initialisation, segments } = parsePlaylist(playlist);
        const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
        expect([initialisation, segments[0]?.offset, endOf({ initialisation, segments })]).toEqual([
          800,
          800,
          800 + 1000 * pieces.length,
        ]);
        expect(sum(segments.map(({ seconds }) => seconds))).toBeCloseTo(sum(pieces), 3);
        expect(playlist).not.toContain('passwd');
      }),
    );
  });
});

describe('parsePlaylist', () => {
  it('reads byte ranges', () => {
    const playlist = parsePlaylist(TEXT);
    expect(playlist.initialisation).toBe(800);
    expect(playlist.segments).toHaveLength(3);
    expect(endOf(playlist)).toBe(5700);
  });

  it.each([
    ['a gap', TEXT.replace('@1800', '@1801')],
    ['a missing end', TEXT.replace('#EXT-X-ENDLIST', '')],
    ['a missing initialisation', TEXT.replace('#EXT-X-MAP', '#EXT-X-MOP')],
    ['an empty text', ''],
  ])('refuses %s', (_, text) => {
    expect(() => parsePlaylist(text)).toThrow();
  });
});

describe('bitratesOf', () => {
  it('takes the peak from segments of about the target’s length, and the mean from all', () => {
    expect(bitratesOf(parsePlaylist(TEXT))).toEqual({ peak: 6000, average: Math.ceil((4900 * 8) / 8.1) });
  });
});

describe('readCodec', () => {
  const box = (type: string, content: string): Buffer => {
    const inside = Buffer.from(content, 'hex');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(inside.length + 8);
    return Buffer.concat([size, Buffer.from(type, 'latin1'), inside]);
  };

  it('reads profile, constraints and level of a picture', () => {
    expect(readCodec(box('avcC', '0164001fffe1'))).toBe('avc1.64001f');
  });

  it.each([
    ['short lengths', `00000000 03 19 000100 04 11 4015 ${'00'.repeat(11)} 05 02 1210 06 01 02`],
    ['long lengths', `00000000 03808080220002 00 04808080144015 ${'05'.repeat(11)} 0580808002 1210 0680808001 02`],
  ])('reads the object types of sound with %s', (_, content) => {
    expect(readCodec(box('esds', content.replaceAll(' ', '')))).toBe('mp4a.40.2');
  });

  it('throws for an initialisation without either', () => {
    expect(() => readCodec(Buffer.from('no such thing'))).toThrow('esds');
  });
});

describe('masterPlaylist', () => {
  const variant = {
    playlist: 'v360.m3u8',
    codec: 'avc1.64001e',
    width: 640,
    height: 360,
    frameRate: 29.97003,
    peak: 900,
    average: 700,
  };

  it('adds the sound to each bandwidth', () => {
    const text = masterPlaylist([variant], { playlist: 'audio.m3u8', codec: 'mp4a.40.2', peak: 170, average: 160 });
    expect(text).toContain(
      '#EXT-X-STREAM-INF:BANDWIDTH=1070,AVERAGE-BANDWIDTH=860,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=29.970,AUDIO="sound"\nv360.m3u8\n',
    );
  });

  it('lists no sound when there is none', () => {
    expect(masterPlaylist([variant], null)).not.toMatch(/AUDIO|mp4a/);
  });
});
