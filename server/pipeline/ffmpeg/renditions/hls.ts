import type { FileHandle } from 'node:fs/promises';

/** The playlist of a single file with byte ranges, as ffmpeg writes it. */
export interface MediaPlaylist {
  /** Bytes of the initialisation at the front of the file. */
  initialisation: number;
  segments: { seconds: number; bytes: number; offset: number }[];
}

/** Parses a playlist. Pure. Throws when it is not one that we made, or its ranges have gaps. */
export function parsePlaylist(text: string): MediaPlaylist {
  const map = /#EXT-X-MAP:URI="[^"]+",BYTERANGE="(\d+)@0"/.exec(text);
  const segments = [...text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(
    ([, seconds, bytes, offset]) => ({ seconds: Number(seconds), bytes: Number(bytes), offset: Number(offset) }),
  );
  if (map === null || segments.length === 0 || !text.includes('#EXT-X-ENDLIST'))
    throw new Error('not a playlist of byte ranges');
  const initialisation = Number(map[1]);
  let end = initialisation;
  for (const segment of segments) {
    if (segment.offset !== end) throw new Error(`a gap at byte ${end}`);
    end += segment.bytes;
  }
  return { initialisation, segments };
}

/** The end of the last range, which is the end of the file. */
export function endOf({ segments }: MediaPlaylist): number {
  const last = segments[segments.length - 1];
  return last === undefined ? 0 : last.offset + last.bytes;
}

/** Seconds of one piece, which begins with a key frame. */
export const PIECE_SECONDS = 2;
/** Seconds of a segment. The first has only one piece, so that a video begins soon. */
const SEGMENT_SECONDS = 4;
/** Seconds by which a segment may exceed `SEGMENT_SECONDS`, because pieces end at frames. */
const SPARE = 0.5;
/** Seconds: hls.js never loads a last segment of at most this duration (its `maxFragLookUpTolerance`). */
const OVERLOOKED = 0.25;

/**
 * Makes the playlist for players from the encoder's playlist of pieces: the first segment has one piece, the others
 * have several. A last segment that is too short is joined to the one before, because the sound of a video of whole
 * segments is one frame longer than its picture, and players would wait at its end forever. Pure. Throws like
 * `parsePlaylist`.
 */
export function buildPlaylist(written: string, file: string): string {
  const { initialisation, segments: pieces } = parsePlaylist(written);
  const segments: MediaPlaylist['segments'] = [];
  const join = (into: (typeof pieces)[number], { seconds, bytes }: (typeof pieces)[number]) => {
    into.seconds += seconds;
    into.bytes += bytes;
  };
  for (const [at, piece] of pieces.entries()) {
    const last = segments.at(-1);
    const fits = last !== undefined && last.seconds + piece.seconds <= SEGMENT_SECONDS + SPARE;
    const isOverlooked = at === pieces.length - 1 && piece.seconds <= OVERLOOKED;
    if (last !== undefined && ((segments.length > 1 && fits) || isOverlooked)) join(last, piece);
    else segments.push({ ...piece });
  }
  // At least the duration of a full segment, because all playlists of a video must have the same one (RFC 8216, 6.2.4).
  const longest = Math.max(SEGMENT_SECONDS, ...segments.map(({ seconds }) => seconds));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.round(longest)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${initialisation}@0"`,
    ...segments.flatMap(({ seconds, bytes, offset }) => [
      `#EXTINF:${seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${offset}`,
      file,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** Bits a second: the mean, and the peak over segments of 0.5 to 1.5 times the target's length (RFC 8216, 4.3.4.2). */
export function bitratesOf({ segments }: MediaPlaylist): { peak: number; average: number } {
  const rate = (list: MediaPlaylist['segments']): number => {
    const seconds = list.reduce((sum, segment) => sum + segment.seconds, 0);
    return seconds === 0 ? 0 : (8 * list.reduce((sum, segment) => sum + segment.bytes, 0)) / seconds;
  };
  const usual = segments.filter(({ seconds }) => seconds >= SEGMENT_SECONDS / 2 && seconds <= SEGMENT_SECONDS * 1.5);
  const average = rate(segments);
  const peak = Math.max(average, ...usual.map((segment) => rate([segment])));
  return { peak: Math.ceil(peak), average: Math.ceil(average) };
}

/** The content of the box `type`. It is searched by its name, because the initialisation is our own and small. */
function boxIn(initialisation: Buffer, type: string): Buffer {
  const at = initialisation.indexOf(type, 0, 'latin1');
  if (at < 4) throw new Error(`no ${type} box`);
  return initialisation.subarray(at + 4, at - 4 + initialisation.readUInt32BE(at - 4));
}

/**
 * The codec of an initialisation segment in the notation of RFC 6381: `avc1.64001f` from the three bytes after the
 * version in `avcC`, `mp4a.40.2` from the object types in `esds`.
 */
export function readCodec(initialisation: Buffer): string {
  if (initialisation.includes('avcC')) return `avc1.${boxIn(initialisation, 'avcC').toString('hex', 1, 4)}`;
  const esds = boxIn(initialisation, 'esds');
  // ES_Descriptor (3) has three bytes and contains DecoderConfigDescriptor (4), which has thirteen bytes and contains
  // the specific descriptor (5).
  const stream = insideOf(esds, 4, 3);
  const config = insideOf(esds, stream + 3, 4);
  const specific = insideOf(esds, config + 13, 5);
  return `mp4a.${(esds[config] ?? 0).toString(16)}.${(esds[specific] ?? 0) >> 3}`;
}

/**
 * The offset of the content of the descriptor at `at`, behind its tag and a length of up to four bytes (ISO/IEC
 * 14496-1, 8.3.3).
 */
function insideOf(bytes: Buffer, at: number, tag: number): number {
  if (bytes[at] !== tag) throw new Error(`no descriptor ${tag}`);
  let place = at + 1;
  while (((bytes[place] ?? 0) & 0x80) !== 0 && place < at + 4) place += 1;
  return place + 1;
}

/** Maximum bytes of an initialisation that is read; ours are smaller. */
const MAX_INITIALISATION = 2 ** 20;

/** The codec of an open file whose first `length` bytes are its initialisation. Throws when they cannot be one. */
export async function codecOfFile(file: FileHandle, length: number): Promise<string> {
  if (length > MAX_INITIALISATION) throw new Error(`an initialisation of ${length} bytes`);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
  return readCodec(buffer);
}

/** A rendition in the master playlist. Addresses are relative, so that a signature in the path applies to them, too. */
export interface Variant {
  playlist: string;
  codec: string;
  width: number;
  height: number;
  frameRate: number;
  peak: number;
  average: number;
}

export interface Sound {
  playlist: string;
  codec: string;
  peak: number;
  average: number;
}

/** The master playlist (RFC 8216), best rendition first. Pure. */
export function masterPlaylist(variants: readonly Variant[], sound: Sound | null): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (sound !== null)
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${sound.playlist}"`,
    );
  for (const variant of variants) {
    const codecs = [variant.codec, ...(sound === null ? [] : [sound.codec])].join(',');
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${variant.peak + (sound?.peak ?? 0)},AVERAGE-BANDWIDTH=${variant.average + (sound?.average ?? 0)}` +
        `,CODECS="${codecs}",RESOLUTION=${variant.width}x${variant.height},FRAME-RATE=${variant.frameRate.toFixed(3)}` +
        (sound === null ? '' : ',AUDIO="sound"'),
      variant.playlist,
    );
  }
  return `${lines.join('\n')}\n`;
}
