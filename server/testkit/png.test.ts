import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { interlacedPng, png } from './png.ts';

describe('png', () => {
  it('is read as the picture that its header says', async () => {
    const rows = Buffer.from([0, 0b1010_0000, 0, 0b0100_0000]);
    const { data, info } = await sharp(png({ width: 3, height: 2, bits: 1, colour: 'grey' }, rows))
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 3, height: 2, channels: 1 });
    expect([...data]).toEqual([255, 0, 255, 0, 255, 0]);
  });
});

describe('interlacedPng', () => {
  it.each([
    [1, 1],
    [9, 5],
    [200, 133],
  ])('is whole and interlaced, of 16 bits with transparency: %i by %i', async (width, height) => {
    const made = await interlacedPng(width, height);
    expect(await sharp(made).metadata()).toMatchObject({
      format: 'png',
      width,
      height,
      channels: 4,
      depth: 'ushort',
      isProgressive: true,
    });
    const pixels = await sharp(made, { failOn: 'warning' }).raw({ depth: 'ushort' }).toBuffer();
    expect(pixels.equals(Buffer.alloc(width * height * 8))).toBe(true);
  });
});
