import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createDeflate, crc32 } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
};

/** First column and row, and the steps, of the seven passes (PNG, Adam7). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Writes an interlaced PNG of 16 bits in four channels, all of one colour: about 1 byte for 1000 that it unfolds to. */
export async function writeInterlaced(path: string, width: number, height: number): Promise<void> {
  function* lines(): Generator<Buffer> {
    for (const [left, top, across, down] of PASSES) {
      const line = Buffer.alloc(1 + 8 * Math.ceil((width - left) / across));
      for (let row = top; row < height; row += down) yield line;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 1], 8);
  await pipeline(
    lines,
    createDeflate({ level: 6 }),
    async function* (parts: AsyncIterable<Buffer>) {
      yield Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      yield chunk('IHDR', header);
      for await (const part of parts) yield chunk('IDAT', part);
      yield chunk('IEND', Buffer.alloc(0));
    },
    createWriteStream(path),
  );
}
