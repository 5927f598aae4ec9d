/** The facts about a picture file that can be read from its bytes without decoding it. */
export interface ReadPicture {
  /** Pixels as stored, before any rotation from the metadata. Zero if the file has no size. */
  width: number;
  height: number;
  /**
   * Whether the picture is complete. Browsers show the existing part of a file that was cut off, and leave the rest
   * empty.
   */
  isWhole: boolean;
}

/** Reads a JPEG, PNG or GIF by its bytes, regardless of its name. Null for everything else. Pure. */
export function readPicture(bytes: Uint8Array): ReadPicture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);
  if (starts(0xff, 0xd8, 0xff)) return readJpeg(bytes, view);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return readPng(view);
  return starts(0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39) && bytes[5] === 0x61
    ? readGif(bytes, view)
    : null;
}

/** Skips the segments by their lengths up to the first scan (SOS), and then searches the end of the image (EOI). */
function readJpeg(bytes: Uint8Array, view: DataView): ReadPicture {
  const read = { width: 0, height: 0, isWhole: false };
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) break;
    // A marker may have any number of fill bytes before it.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && at + 9 <= bytes.length)
      Object.assign(read, { height: view.getUint16(at + 5), width: view.getUint16(at + 7) });
    at += 2 + view.getUint16(at + 2);
    if (marker === 0xda) return { ...read, isWhole: hasEnd(bytes, at) };
  }
  return read;
}

/**
 * Within a scan, no marker other than restarts can occur by chance, because a 0xff of the data is followed by a zero.
 */
function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true;
  return false;
}

/** Skips the chunks by their lengths, from IHDR to IEND. */
function readPng(view: DataView): ReadPicture {
  const IEND = 0x49454e44;
  if (view.byteLength < 24) return { width: 0, height: 0, isWhole: false };
  let at = 8;
  while (at + 12 <= view.byteLength && view.getUint32(at + 4) !== IEND) at += 12 + view.getUint32(at);
  return { width: view.getUint32(16), height: view.getUint32(20), isWhole: at + 12 <= view.byteLength };
}

/** Skips the blocks up to the end of the first image, because other images of an animation are not shown. */
function readGif(bytes: Uint8Array, view: DataView): ReadPicture {
  if (bytes.length < 13) return { width: 0, height: 0, isWhole: false };
  const tableAt = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const behindBlocks = (from: number): number => {
    let at = from;
    while (bytes[at]) at += 1 + (bytes[at] ?? 0);
    return at + 1;
  };
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let at = 13 + tableAt(bytes[10] ?? 0);
  while (bytes[at] === 0x21) at = behindBlocks(at + 2);
  const isImage = bytes[at] === 0x2c;
  return { ...size, isWhole: isImage && behindBlocks(at + 11 + tableAt(bytes[at + 9] ?? 0)) <= bytes.length };
}
