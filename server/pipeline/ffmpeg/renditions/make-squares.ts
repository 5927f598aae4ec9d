import { open } from 'node:fs/promises';
import { IMAGE_LIMIT_MEGAPIXELS } from '@scoville/contract/pipeline/processing.ts';
import * as z from 'zod';
import { ProcessingError } from '../processing-error.ts';
import { MAX_IMAGE_BYTES, sniffImage } from '../inspect/sniff-image.ts';
import { runNode } from '../run/node-child.ts';
import { waitForSlot } from '../run/slot-queue.ts';

/** Bytes that opening a picture may take besides the child itself. In total, no picture takes more than 200 MB. */
const BUDGET = 100_000_000;
/** Bytes of memory at which the child gives up. */
const MAX_MEMORY = 185_000_000;
const MAX_OUTPUT = 12 * 1024 * 1024;
/** Pictures that are opened at the same time on one machine. */
const AT_ONCE = 2;

/** A square as JPEG and as WebP. */
interface Square {
  /** Pixels. */
  size: number;
  jpeg: Buffer;
  webp: Buffer;
}

export interface Squares {
  squares: Square[];
  /** A JPEG, if a large square was requested and the picture is large enough. */
  large: Buffer | null;
  /** The dominant colour, `#rrggbb`. */
  colour: string;
  /** Pixels of the original image, upright. */
  width: number;
  height: number;
  /** Peak memory of making the squares, in bytes, as reported by the child; null where its system doesn't report it. */
  memory: number | null;
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

const REFUSALS = ['image-size', 'image-pixels', 'image-costly', 'image-damaged'] as const;
const Answer = z.union([
  z.object({ refused: z.enum(REFUSALS), detail: z.string() }),
  z.object({
    colour: z.tuple([z.number(), z.number(), z.number()]),
    width: z.int().positive(),
    height: z.int().positive(),
    memory: z.number().nullable(),
    large: z.int().nonnegative(),
    squares: z.array(z.object({ size: z.int(), jpeg: z.int().nonnegative(), webp: z.int().nonnegative() })),
  }),
]);

/**
 * How a picture is put into a square: `cover` crops its edges, `inside` keeps it whole, as large as it fits and not
 * square.
 */
type Fit = 'cover' | 'inside';

/** The squares to make from a picture. */
export interface Cut {
  /** Sides in pixels; each square is made as JPEG and as WebP. */
  sizes: readonly number[];
  fit?: Fit;
  /**
   * One more square, a JPEG of the picture's own size up to `to` pixels. A picture below `from` pixels has none, as
   * enlarging it would add nothing.
   */
  large?: { from: number; to: number } | null;
}

/**
 * Crops an image to centred squares, or fits it whole into them; upright, in sRGB, without any metadata. Runs in a
 * separate child process, at most two on a machine at a time. Throws ProcessingError `empty`, `image-type`, `image-size`,
 * `image-pixels`, `image-costly` or `image-damaged`, and `busy` when no place is free within `timeout` (milliseconds).
 * @param image bytes, or the path of one of our files
 */
export async function makeSquares(
  image: Buffer | { path: string },
  wanted: Cut = { sizes: [700, 200] },
  timeout = 600_000,
): Promise<Squares> {
  const { size, head } = await beginningOf(image);
  if (size === 0) throw new ProcessingError('empty', 'no bytes');
  if (size > MAX_IMAGE_BYTES) throw new ProcessingError('image-size', `${size} bytes`);
  if (sniffImage(head) === null) throw new ProcessingError('image-type', head.toString('hex'));
  return inTurn(timeout, () =>
    cut(image, wanted).catch((error: unknown) => {
      // The large square took too much memory, so try without it.
      const isCostly = error instanceof ProcessingError && error.code === 'image-costly';
      if (!isCostly || !wanted.large) throw error;
      return cut(image, { ...wanted, large: null });
    }),
  );
}

/** Paints one of our own drawings as a square JPEG. The drawing is an SVG document of this size in pixels. */
export async function paintSquare(svg: string, side: number): Promise<Buffer> {
  const wanted = { sizes: [200], large: { from: side, to: side } };
  const { large } = await inTurn(600_000, () => cut(Buffer.from(svg), wanted));
  if (large === null) throw new Error(`A drawing of ${side} pixels was not painted.`);
  return large;
}

async function inTurn<Result>(timeout: number, work: () => Promise<Result>): Promise<Result> {
  const turn = await waitForSlot('picture', AT_ONCE, timeout);
  if (turn === null) throw new ProcessingError('busy', `no turn within ${timeout} ms`);
  try {
    return await work();
  } finally {
    await turn.release();
  }
}

const HEAD = 16;

async function beginningOf(image: Buffer | { path: string }): Promise<{ size: number; head: Buffer }> {
  if (Buffer.isBuffer(image)) return { size: image.length, head: image.subarray(0, HEAD) };
  const file = await open(image.path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return { size: (await file.stat()).size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

async function cut(
  image: Buffer | { path: string },
  { sizes, fit = 'cover', large: wanted = null }: Cut,
): Promise<Squares> {
  const argument = {
    sizes,
    fit,
    large: wanted,
    inputBytes: MAX_IMAGE_BYTES,
    pixels: IMAGE_LIMIT_MEGAPIXELS * 1e6,
    budget: BUDGET,
    most: MAX_MEMORY,
  };
  const { head, bytes } = await runNode({ script: 'picture', argument, input: image, maxOutput: MAX_OUTPUT }).catch(
    (error: unknown) => {
      // The child met its limits, or the picture crashed its decoder.
      const costly = error instanceof ProcessingError && error.code === 'too-much-work';
      throw costly ? new ProcessingError('image-costly', error.detail, { cause: error }) : error;
    },
  );
  const answer = Answer.safeParse(head);
  if (!answer.success) throw new ProcessingError('image-damaged', answer.error.message);
  if ('refused' in answer.data) throw new ProcessingError(answer.data.refused, answer.data.detail);
  const { colour, width, height, memory, squares, large: largeBytes } = answer.data;
  let at = 0;
  const next = (length: number): Buffer => bytes.subarray(at, (at += length));
  const made = squares.map(({ size, jpeg, webp }) => ({ size, jpeg: next(jpeg), webp: next(webp) }));
  const large = largeBytes === 0 ? null : next(largeBytes);
  // A decoder that was taken over can return anything, and the result is served to all clients, so it must at least be
  // a picture.
  const isLarge = large === null || (wanted !== null && sniffImage(large) === 'image/jpeg');
  if (made.map(({ size }) => size).join() !== sizes.join() || made.some((one) => !isSquare(one)) || !isLarge)
    throw new ProcessingError('image-damaged', 'the answer is no picture');
  return { squares: made, large, colour: `#${colour.map(hex).join('')}`, width, height, memory };
}

const isSquare = ({ jpeg, webp }: Square): boolean =>
  sniffImage(jpeg) === 'image/jpeg' && webp.toString('latin1', 8, 12) === 'WEBP';
