/** What stands at the front of a rendition, or (with its length) one segment of it. */
export interface Piece {
  bytes: Buffer;
  /** Null for the initialisation, which comes first. */
  seconds: number | null;
}

/** More than any piece of ours (bytes): a decoder that was taken over may write any number. */
const MAX_PIECE = 2 ** 26;
/** Bytes of a box's size and name. */
const HEADER = 8;

/**
 * Cuts a fragmented MP4 of ours that is still being written into its initialisation and its segments; each comes when it
 * is wholly there, and what is left at the end is none. Throws when it is not as our encoder writes it.
 */
export async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let held: Buffer[] = [];
  let length = 0;
  /** So many bytes there must be before there is anything to say. */
  let wanted = HEADER;
  let isFirst = true;
  for await (const chunk of bytes) {
    held.push(chunk);
    length += chunk.length;
    if (length < wanted) continue;
    let rest = Buffer.concat(held);
    for (;;) {
      const piece: Piece | number = isFirst ? initialisationIn(rest) : segmentIn(rest);
      if (typeof piece === 'number') {
        wanted = piece;
        break;
      }
      isFirst = false;
      rest = rest.subarray(piece.bytes.length);
      yield piece;
    }
    held = [rest];
    length = rest.length;
  }
}

/** Name and size of the box at a place; null while they are not known. */
function boxAt(bytes: Buffer, at: number): { name: string; size: number } | null {
  if (bytes.length < at + HEADER) return null;
  const size = bytes.readUInt32BE(at);
  if (size < HEADER || size > MAX_PIECE) throw new Error(`a box of ${size} bytes`);
  return { name: bytes.toString('latin1', at + 4, at + HEADER), size };
}

/** Everything up to the first index of a segment; while that is not there, how many bytes to wait for. */
function initialisationIn(bytes: Buffer): Piece | number {
  let at = 0;
  for (let box = boxAt(bytes, at); box !== null; box = boxAt(bytes, at)) {
    if (box.name === 'sidx' && at > 0) return { bytes: bytes.subarray(0, at), seconds: null };
    if (box.name !== 'ftyp' && box.name !== 'moov') throw new Error(`${box.name} at the front`);
    at += box.size;
    if (at > MAX_PIECE) throw new Error(`an initialisation of ${at} bytes`);
  }
  return at + HEADER;
}

/**
 * An index of one reference (ISO/IEC 14496-12, 8.16.3) and what it refers to, which follows it; while that is not all
 * there, how many bytes to wait for.
 */
function segmentIn(bytes: Buffer): Piece | number {
  const box = boxAt(bytes, 0);
  if (box === null) return HEADER;
  if (bytes.length < Math.min(box.size, HEADER + 44)) return Math.min(box.size, HEADER + 44);
  const wide = bytes[HEADER] === 1 ? 8 : 0;
  if (box.name !== 'sidx' || box.size !== 44 + wide) throw new Error(`${box.name} of ${box.size} bytes`);
  if (bytes.readUInt16BE(30 + wide) !== 1) throw new Error('an index of several segments');
  const timescale = bytes.readUInt32BE(16);
  const length = bytes.readUInt32BE(32 + wide);
  const seconds = bytes.readUInt32BE(36 + wide) / timescale;
  if (length < HEADER || length > MAX_PIECE || !Number.isFinite(seconds))
    throw new Error(`a segment of ${length} bytes, ${seconds} s`);
  const end = box.size + length;
  return bytes.length < end ? end : { bytes: bytes.subarray(0, end), seconds };
}
