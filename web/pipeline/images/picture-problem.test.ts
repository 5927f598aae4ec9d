import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { image } from '../../../fixtures/files.ts';
import { pictureProblem } from './picture-problem.ts';
import { readPicture } from './read-picture.ts';

const FORMATS = ['jpeg', 'png', 'gif'] as const;
const made = async (format: (typeof FORMATS)[number] | 'webp') =>
  readFile(await image({ width: 90, height: 60, format }));
const file = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);
const NOT = 'is not a JPG, PNG or GIF picture. Save or export it as one of these, and choose that file.';
const DAMAGED = 'is damaged or incomplete. Save it again from your image software, or choose another picture.';

describe('a chosen picture', () => {
  it.each(FORMATS)('is read as %s, even with another file extension and trailing bytes', async (format) => {
    const bytes = Buffer.concat([await made(format), Buffer.from('behind')]);
    expect(readPicture(bytes)).toEqual({ width: 90, height: 60, isWhole: true });
    expect(await pictureProblem(file(bytes, 'a.txt'))).toBeNull();
  });

  it.each(FORMATS)('is reported by its name as damaged if it was cut off anywhere: %s', async (format) => {
    const bytes = await made(format);
    const last = format === 'gif' ? 3 : 1;
    for (let length = 8; length <= bytes.length - last; length += 7)
      expect(await pictureProblem(file(bytes.subarray(0, length), 'cut.jpg')), String(length)).toBe(
        `“cut.jpg” ${DAMAGED}`,
      );
    expect(readPicture(bytes.subarray(0, -last))?.isWhole).toBe(false);
  });

  it('counts as incomplete if only the thumbnail in its metadata is complete', async () => {
    const bytes = await made('jpeg');
    const notes = Buffer.concat([Buffer.from([0xff, 0xe1, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]), bytes]);
    const whole = Buffer.concat([bytes.subarray(0, 2), notes, bytes.subarray(2)]);
    expect(readPicture(whole)).toEqual({ width: 90, height: 60, isWhole: true });
    expect(readPicture(whole.subarray(0, -20))?.isWhole).toBe(false);
  });

  it('is reported by its name if it is no picture, empty, or too large to open', async () => {
    const said = async (bytes: Uint8Array, name: string) => pictureProblem(file(bytes, name));
    expect(await said(await made('webp'), 'wrong.png')).toBe(`“wrong.png” ${NOT}`);
    expect(await said(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg')).toBe(`“logo.svg” ${NOT}`);
    expect(await said(Buffer.from('\0\0\0\x18ftypheic', 'latin1'), 'IMG_1.HEIC')).toBe(`“IMG_1.HEIC” ${NOT}`);
    expect(await said(Buffer.alloc(0), 'a.png')).toBe('“a.png” is empty. Choose another picture.');
    const png = await made('png');
    png.writeUInt32BE(16_384, 16);
    png.writeUInt32BE(16_384, 20);
    expect(await said(png, 'wall.png')).toBe(
      '“wall.png” has too many pixels. Choose a picture of 100 megapixels or less.',
    );
    expect(await said(Buffer.alloc(26 * 1024 * 1024), 'a.png')).toBe('File is too big (26 MB). Max filesize: 25 MB.');
  });
});
