import sharp from 'sharp';
import { MediaError } from './media-error.ts';

/** Bytes. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;
const MAX_INPUT_PIXELS = 100_000_000;

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif';

/** The type of an image from its first bytes: pure. Null for everything but JPEG, PNG and GIF. */
export function sniffImage(head: Buffer): ImageType | null {
  const starts = (hex: string): boolean => head.toString('hex', 0, hex.length / 2) === hex;
  if (starts('ffd8ff')) return 'image/jpeg';
  if (starts('89504e470d0a1a0a')) return 'image/png';
  return starts('474946383761') || starts('474946383961') ? 'image/gif' : null;
}

/** A square in both types. */
export interface Square {
  /** Pixels. */
  size: number;
  jpeg: Buffer;
  webp: Buffer;
}

export interface Squares {
  squares: Square[];
  /** The dominant colour, `#rrggbb`. */
  colour: string;
  /** Of the image as it came, upright. */
  width: number;
  height: number;
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

/**
 * Cuts an image to centred squares of the given sizes (pixels), upright, in sRGB, without any metadata. Throws
 * MediaError `empty`, `image-type`, `image-size`, `image-pixels` or `image-damaged`.
 */
export async function makeSquares(bytes: Buffer, sizes: readonly number[] = [700, 200]): Promise<Squares> {
  if (bytes.length === 0) throw new MediaError('empty', 'no bytes');
  if (bytes.length > MAX_IMAGE_BYTES) throw new MediaError('image-size', `${bytes.length} bytes`);
  if (sniffImage(bytes) === null) throw new MediaError('image-type', bytes.toString('hex', 0, 16));
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error', pages: 1 }).timeout({
      seconds: 60,
    });
    const { width, height } = await image.metadata().then(({ autoOrient }) => autoOrient);
    const largest = Math.max(...sizes);
    // One decode of the large original; the smaller ones come from the largest square.
    const base = await image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(largest, largest, { fit: 'cover', position: 'centre' })
      .toColourspace('srgb')
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { dominant } = await sharp(base).stats();
    const squares = await Promise.all(sizes.map((size) => square(base, size)));
    return { squares, colour: `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`, width, height };
  } catch (error) {
    if (error instanceof MediaError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new MediaError(/pixel limit/i.test(detail) ? 'image-pixels' : 'image-damaged', detail, { cause: error });
  }
}

async function square(base: Buffer, size: number): Promise<Square> {
  const resized = sharp(base).resize(size, size);
  const [jpeg, webp] = await Promise.all([
    resized.clone().jpeg({ quality: 84, progressive: true }).toBuffer(),
    resized.clone().webp({ quality: 82 }).toBuffer(),
  ]);
  return { size, jpeg, webp };
}
