import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../fixtures/png.ts';
import { MAX_IMAGE_BYTES, sniffImage } from '../inspect/sniff-image.ts';
import { makeSquares } from './make-squares.ts';

/** Left half red, right half blue. */
const halves = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: 'blue' } },
      left: Math.ceil(width / 2),
      top: 0,
    },
  ]);

/** The colour of a part of a square, by its mean red and blue. */
async function at(square: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'other'> {
  const cut = await sharp(square).extract({ left, top, width: 20, height: 20 }).toBuffer();
  const { channels } = await sharp(cut).stats();
  const [red = 0, , blue = 0] = channels.map(({ mean }) => mean);
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other';
}

/** A PNG whose header claims a size, with almost no content. */
const claimingPng = (width: number, height: number): Buffer =>
  png({ width, height, bits: 8, colour: 'grey' }, Buffer.alloc(10));

describe('makeSquares', () => {
  it.each([
    ['jpeg', () => halves(900, 600).jpeg().toBuffer()],
    ['png', () => halves(600, 900).png().toBuffer()],
    ['gif', () => halves(300, 300).gif().toBuffer()],
  ])('IM-08 makes 700 and 200 px squares of a %s, as JPEG and WebP', async (_, make) => {
    const { squares, colour } = await makeSquares(await make());
    expect(squares.map(({ size }) => size)).toEqual([700, 200]);
    for (const { size, jpeg, webp } of squares) {
      expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: size, height: size });
      expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: size, height: size });
    }
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each([
    ['one more square of its own size', 2000, 1700, 1700],
    ['one more square of the largest size', 4000, 3500, 3000],
    ['no other square of a picture that is too small', 1399, 3000, null],
  ])('makes %s', async (_, width, height, side) => {
    const bytes = await halves(width, height).jpeg().toBuffer();
    const { large, squares } = await makeSquares(bytes, { sizes: [200], large: { from: 1400, to: 3000 } });
    expect(squares.map(({ size }) => size)).toEqual([200]);
    if (side === null) return expect(large).toBeNull();
    expect(await sharp(large ?? '').metadata()).toMatchObject({ format: 'jpeg', width: side, height: side });
  });

  it('makes a smaller large square, or none, of a picture that takes much memory', async () => {
    const wanted = { sizes: [200], large: { from: 1400, to: 3000 } };
    const bytes = await halves(5000, 5000).jpeg({ progressive: true }).toBuffer();
    const { large } = await makeSquares(bytes, wanted);
    const { width } = large === null ? { width: null } : await sharp(large).metadata();
    expect(width ?? 1400).toBeGreaterThanOrEqual(1400);
    expect(width ?? 1400).toBeLessThan(3000);
  });

  it('cuts out the middle and not an edge', async () => {
    const { squares } = await makeSquares(await halves(2000, 500).png().toBuffer(), { sizes: [200] });
    const [square] = squares;
    expect(await at(square?.jpeg as Buffer, 10, 90)).toBe('red');
    expect(await at(square?.jpeg as Buffer, 170, 90)).toBe('blue');
  });

  it('turns the picture upright and removes all data of the camera, its location included', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' } };
    const turned = await halves(400, 400)
      .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' }, ...gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(turned).metadata()).orientation).toBe(6);
    const { squares } = await makeSquares(turned, { sizes: [200] });
    const [square] = squares;
    // A quarter turn clockwise moves the left half to the top.
    expect(await at(square?.jpeg as Buffer, 90, 10)).toBe('red');
    expect(await at(square?.jpeg as Buffer, 90, 170)).toBe('blue');
    for (const bytes of [square?.jpeg, square?.webp]) {
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
      expect(bytes?.includes('script')).toBe(false);
    }
  });

  it('puts a transparent picture on white, and converts CMYK to RGB', async () => {
    const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { squares } = await makeSquares(clear, { sizes: [200] });
    expect((await sharp(squares[0]?.jpeg).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([
      255, 255, 255,
    ]);
    const cmyk = await halves(100, 100).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const converted = await makeSquares(cmyk, { sizes: [200] });
    expect((await sharp(converted.squares[0]?.jpeg).metadata()).space).toBe('srgb');
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an empty file', () => Buffer.alloc(0), 'empty'],
    ['WebP', () => halves(50, 50).webp().toBuffer(), 'image-type'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///a"/></svg>'), 'image-type'],
    ['text', () => Buffer.from('not a picture'), 'image-type'],
    ['TIFF', () => halves(50, 50).tiff().toBuffer(), 'image-type'],
    [
      'a file over 25 MB',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(MAX_IMAGE_BYTES)]),
      'image-size',
    ],
    ['a decompression bomb', () => claimingPng(50_000, 50_000), 'image-pixels'],
    ['a cut-off JPEG', async () => (await halves(900, 600).jpeg().toBuffer()).subarray(0, 2000), 'image-damaged'],
    ['a PNG without its picture', () => claimingPng(500, 500), 'image-damaged'],
  ])('IM-05 refuses %s with a message', async (_, make, code) => {
    const failure = await makeSquares(await make()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ProcessingError', code, isRetryable: false });
    expect((failure as Error).message).toMatch(/^[A-Z].*\.$/);
  });
});

describe('sniffImage', () => {
  it('detects the type by content', async () => {
    expect(sniffImage(await halves(10, 10).jpeg().toBuffer())).toBe('image/jpeg');
    expect(sniffImage(await halves(10, 10).png().toBuffer())).toBe('image/png');
    expect(sniffImage(await halves(10, 10).gif().toBuffer())).toBe('image/gif');
    expect(sniffImage(Buffer.from('GIF'))).toBeNull();
  });
});
