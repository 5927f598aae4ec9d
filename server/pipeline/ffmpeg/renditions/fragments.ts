/** The initialisation of a rendition, or (with its duration) one of its segments. */
export interface Piece {
  bytes: Buffer;
  /** Null for the initialisation, which is the first piece. */
  seconds: number | null;
}

/** More bytes than any of our pieces has. A decoder that was taken over may write any number. */
const MAX_PIECE = 2 ** 26;
/** Bytes of a box's size and name. */
const HEADER = 8;

/**
 * Splits one of our fragmented MP4 files, which is still being written, into its initialisation and its segments.
 * Yields each piece once it is complete; an incomplete rest at the end is dropped. Throws when the file is not as our
 * encoder writes it.
 */
export async function* splitPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let held: Buffer[] = [];
  let length = 0;
  /** The number of bytes needed to continue. */
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

/** The name and size of the box at an offset; null while its header is incomplete. */
function boxAt(bytes: Buffer, at: number): { name: string; size: number } | null {
  if (bytes.length < at + HEADER) return null;
  const size = bytes.readUInt32BE(at);
  if (size < HEADER || size > MAX_PIECE) throw new Error(`a box of ${size} bytes`);
  return { name: bytes.toString('latin1', at + 4, at + HEADER), size };
}

/** The boxes at the front, in the encoder's order, and the index of the first segment behind them. */
const FRONT = ['ftyp', 'moov', 'sidx'];

/** Everything up to the index of the first segment; while that is missing, the number of bytes to wait for. */
function initialisationIn(bytes: Buffer): Piece | number {
  let at = 0;
  for (const name of FRONT) {
    const box = boxAt(bytes, at);
    if (box === null) break;
    if (box.name !== name) throw new Error(`${box.name} at the front`);
    if (name === 'sidx') return { bytes: bytes.subarray(0, at), seconds: null };
    at += box.size;
    if (at > MAX_PIECE) throw new Error(`an initialisation of ${at} bytes`);
  }
  return at + HEADER;
}

/**
 * An index of one reference (ISO/IEC 14496-12, 8.16.3) and the segment behind it; while they are incomplete, the number
 * of bytes to wait for.
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
