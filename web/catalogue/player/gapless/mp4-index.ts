/** Number of samples that AAC encodes in each frame. */
export const FRAME = 1024;

/** Where a song's frames are in its file, and which of their samples belong to the song. */
export interface Index {
  /** Samples per second. */
  rate: number;
  /** Number of the song's own samples, without the padding of the encoder. */
  samples: number;
  /** Number of samples that the encoder put in front. */
  priming: number;
  /** Where each frame begins, and where the last one ends (bytes). The frames are contiguous. */
  offsets: readonly number[];
  trackId: number;
  /** The initialization segment for the decoder: the file's own `moov`, without times and tables. */
  init: Uint8Array<ArrayBuffer>;
}

interface Box {
  type: string;
  /** Including the header. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Without the header. */
  body: DataView<ArrayBuffer>;
}

/** Where the index ends, read from the file's first bytes; null when they do not lead to the index. */
export function endOfIndex(bytes: Uint8Array<ArrayBuffer>): number | null {
  const view = viewOf(bytes);
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at);
    if (size < 8) return null;
    if (typeAt(bytes, at) === 'moov') return at + size;
    at += size;
  }
  return null;
}

/**
 * Reads the index of one of our songs: only AAC in a progressive MP4, whose edit list counts in samples.
 * Returns null for any other or damaged file, because an exact join cannot be guaranteed for it.
 */
export function readIndex(bytes: Uint8Array<ArrayBuffer>): Index | null {
  try {
    return indexOf(bytes);
  } catch {
    // The file's sizes point beyond its data.
    return null;
  }
}

function indexOf(bytes: Uint8Array<ArrayBuffer>): Index | null {
  const moov = one(boxesIn(viewOf(bytes)), 'moov');
  const trak = one(inside(moov), 'trak');
  const mdia = one(inside(trak), 'mdia');
  const minf = one(inside(mdia), 'minf');
  const stbl = one(inside(minf), 'stbl');
  const table = (type: string) => one(inside(stbl), type).body;
  const [mvhd, tkhd, mdhd] = [one(inside(moov), 'mvhd'), one(inside(trak), 'tkhd'), one(inside(mdia), 'mdhd')];
  const stsd = one(inside(stbl), 'stsd');
  const elst = one(inside(one(inside(trak), 'edts')), 'elst').body;
  const rate = mdhd.body.getUint32(12);
  const isRead =
    [mvhd.body, tkhd.body, mdhd.body, elst].every((body) => body.getUint8(0) === 0) &&
    // With equal timescales the edit list counts in samples.
    mvhd.body.getUint32(12) === rate &&
    elst.getUint32(4) === 1 &&
    typeAt(stsd.bytes, 16) === 'mp4a';
  const offsets = offsetsOf(table('stsz'), table('stsc'), table('stco'));
  if (!isRead || offsets === null || !isWhole(table('stts'), offsets.length - 1)) return null;
  const [samples, priming] = [elst.getUint32(8), elst.getInt32(12)];
  if (rate === 0 || samples === 0 || priming < 0) return null;
  const frames = Math.ceil((priming + samples) / FRAME);
  if (frames > offsets.length - 1) return null;

  const parts = [
    still(mvhd, 24),
    box(
      'trak',
      still(tkhd, 28),
      box(
        'mdia',
        still(mdhd, 24),
        one(inside(mdia), 'hdlr').bytes,
        box(
          'minf',
          ...inside(minf).flatMap(({ type, bytes: own }) => (type === 'stbl' ? [] : own)),
          box(
            'stbl',
            stsd.bytes,
            numbers('stts', 0, 0),
            numbers('stsc', 0, 0),
            numbers('stsz', 0, 0, 0),
            numbers('stco', 0, 0),
          ),
        ),
      ),
    ),
  ];
  const trackId = tkhd.body.getUint32(12);
  // 0x02000000: a sample depends on no other.
  const mvex = box('mvex', numbers('trex', 0, trackId, 1, FRAME, 0, 0x02000000));
  const ftyp = box('ftyp', ascii('iso5'), words(512), ascii('iso5iso6mp41'));
  return {
    rate,
    samples,
    priming,
    // The offsets of the frames, without the last frames if they contain nothing of the song.
    offsets: offsets.slice(0, frames + 1),
    trackId,
    init: joined(ftyp, box('moov', ...parts, mvex)),
  };
}

/** Where each frame begins and the last one ends; null when the frames are not contiguous. */
function offsetsOf(stsz: DataView, stsc: DataView, stco: DataView): number[] | null {
  const [size, frames] = [stsz.getUint32(4), stsz.getUint32(8)];
  const [runs, chunks] = [stsc.getUint32(4), stco.getUint32(4)];
  if (frames === 0 || chunks === 0 || runs === 0 || frames > 10_000_000) return null;
  const offsets = [stco.getUint32(8)];
  let [run, end] = [0, offsets[0] as number];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (stco.getUint32(8 + 4 * chunk) !== end) return null;
    // Chunk numbers start at 1.
    while (run + 1 < runs && stsc.getUint32(8 + 12 * (run + 1)) <= chunk + 1) run += 1;
    const here = stsc.getUint32(8 + 12 * run + 4);
    for (let n = 0; n < here && offsets.length <= frames; n += 1) {
      end += size === 0 ? stsz.getUint32(12 + 4 * (offsets.length - 1)) : size;
      offsets.push(end);
    }
  }
  return offsets.length === frames + 1 ? offsets : null;
}

/** Whether every frame except the last one has 1,024 samples. */
function isWhole(stts: DataView, frames: number): boolean {
  let counted = 0;
  for (let n = 0; n < stts.getUint32(4); n += 1) {
    const [count, samples] = [stts.getUint32(8 + 8 * n), stts.getUint32(12 + 8 * n)];
    counted += count;
    const isLast = counted === frames && count === 1;
    if (samples !== FRAME && !(isLast && samples < FRAME)) return false;
  }
  return counted === frames;
}

/** Makes a fragment of the frames from `from` up to but excluding `to`, from their bytes. */
export function fragment(
  { offsets, trackId }: Index,
  from: number,
  to: number,
  data: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const sizes = Array.from({ length: to - from }, (_, n) => (offsets[from + n + 1] ?? 0) - (offsets[from + n] ?? 0));
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sum !== data.length) throw new RangeError(`Frames of ${sum} bytes came as ${data.length}.`);
  const moof = (start: number) =>
    box(
      'moof',
      numbers('mfhd', 0, from + 1),
      box(
        'traf',
        // Offsets count from the beginning of the fragment. Every frame lasts 1,024 samples, even the last one.
        numbers('tfhd', 0x020008, trackId, FRAME),
        numbers('tfdt', 0x01000000, Math.floor((from * FRAME) / 2 ** 32), (from * FRAME) % 2 ** 32),
        numbers('trun', 0x000201, sizes.length, start, ...sizes),
      ),
    );
  return joined(moof(moof(0).length + 8), box('mdat', data));
}

const viewOf = (bytes: Uint8Array<ArrayBuffer>) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const typeAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at + 4, at + 8));

function boxesIn(view: DataView<ArrayBuffer>): Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at);
    // A truncated box, or one with a 64-bit size or a size to the end of the file.
    if (size < 8 || at + size > view.byteLength) break;
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, size);
    const body = new DataView(view.buffer, view.byteOffset + at + 8, size - 8);
    found.push({ type: typeAt(bytes, 0), bytes, body });
    at += size;
  }
  return found;
}
const inside = ({ body }: Box): Box[] => boxesIn(body);

function one(boxes: readonly Box[], type: string): Box {
  const [found, ...more] = boxes.filter((each) => each.type === type);
  if (found === undefined || more.length > 0) throw new RangeError(`There is not one ${type}.`);
  return found;
}

/** A header with its duration, at this byte offset, set to 0. */
function still({ bytes }: Box, at: number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  viewOf(copy).setUint32(at, 0);
  return copy;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function words(...values: number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length * 4);
  values.forEach((value, n) => viewOf(bytes).setUint32(4 * n, value));
  return bytes;
}

const box = (type: string, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  joined(words(8 + parts.reduce((sum, { length }) => sum + length, 0)), ascii(type), ...parts);
const numbers = (type: string, ...values: number[]) => box(type, words(...values));
