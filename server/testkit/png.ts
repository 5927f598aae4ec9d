import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate, deflateSync } from 'node:zlib';

/** What a PNG says of itself. */
export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample; grey alone may have one. */
  bits: 1 | 8 | 16;
  colour: 'grey' | 'rgba';
  /** Its rows come in seven passes (Adam7). */
  interlaced?: boolean;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS = { grey: 0, rgba: 6 };
/** First column and row, and the steps, of the seven passes. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

function around({ width, height, bits, colour, interlaced = false }: PngHeader, deflated: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, COLOURS[colour], 0, 0, Number(interlaced)], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflated), chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG of any rows, which need not be what its header says. */
export const png = (header: PngHeader, rows: Buffer): Buffer => around(header, deflateSync(rows, { level: 9 }));

/** A whole interlaced PNG of 16 bits in four channels, all transparent: 1 byte for 1000 that it unfolds to. */
export async function interlacedPng(width: number, height: number): Promise<Buffer> {
  function* rows(): Generator<Buffer> {
    for (const [left, top, across, down] of PASSES) {
      const row = Buffer.alloc(1 + 8 * Math.ceil((width - left) / across));
      for (let at = top; at < height; at += down) yield row;
    }
  }
  const deflated = await buffer(Readable.from(rows()).pipe(createDeflate({ level: 9 })));
  return around({ width, height, bits: 16, colour: 'rgba', interlaced: true }, deflated);
}
