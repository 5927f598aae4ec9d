// Cuts the picture in its input into squares: `picture.mjs {sizes, fit, large, inputBytes, pixels, budget, most}`, see
// `make-squares.ts`.
import sharp from 'sharp';
import { Refusal, answer, dropPrivileges, peakMemory, wholeInput } from './child.mjs';

sharp.concurrency(1);
sharp.cache(false);
dropPrivileges();
if (process.argv[2] === '-version') process.exit(0);
const { sizes, fit, large, inputBytes, pixels, budget, most } = JSON.parse(process.argv[2] ?? '');

/** Ends a picture that takes more memory than its header revealed (milliseconds between two checks). */
const watch = setInterval(() => {
  if (process.memoryUsage.rss() <= most) return;
  answer({ refused: 'image-costly', detail: `over ${most} bytes of memory`, memory: peakMemory() });
  process.exit(0);
}, 5);

/** Bytes per pixel of a JPEG with several scans, which keeps the coefficients of all scans, two bytes each. */
const COEFFICIENTS = { '4:2:0': 3, '4:1:1': 3, '4:2:2': 4, '4:4:0': 4, '4:4:4': 6, '4:4:4:4': 8 };
const SAMPLE = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** Estimates from the header how many bytes it takes to open a picture, beyond those that every picture takes. */
function costOf({ format, width, height, channels, depth, isProgressive, chromaSubsampling }) {
  const area = width * height;
  if (format === 'gif') return area * 6.5;
  if (!isProgressive) return 0;
  return format === 'jpeg'
    ? area * (COEFFICIENTS[chromaSubsampling] ?? 8)
    : area * channels * (SAMPLE[depth] ?? 8) * 1.5;
}

/** Bytes of memory per pixel of the large square, measured with noise and with photographs. */
const LARGE_COST = 8;

/**
 * The side of the large square: the picture's own side, as far as the memory allows; 0 if that is below `large.from`.
 */
function largeSide({ autoOrient: { width, height } }, spent) {
  if (large === null) return 0;
  const affordable = Math.floor(Math.sqrt(Math.max(0, budget - spent) / LARGE_COST));
  const side = Math.min(width, height, large.to, affordable);
  return side < large.from ? 0 : side;
}

async function square(base, size) {
  const resized = sharp(base).resize(size, size, { fit, withoutEnlargement: fit === 'inside' });
  const jpeg = await resized.clone().jpeg({ quality: 84, progressive: true }).toBuffer();
  return { size, jpeg, webp: await resized.clone().webp({ quality: 82 }).toBuffer() };
}

try {
  const input = wholeInput(inputBytes);
  const options = { limitInputPixels: pixels, failOn: 'error', pages: 1, sequentialRead: true };
  const image = sharp(input, options).timeout({ seconds: 60 });
  const header = await image.metadata();
  const spent = costOf(header) + input.length;
  if (spent > budget)
    throw new Refusal('image-costly', `${header.format} ${header.width}x${header.height}, ${costOf(header)} bytes`);
  const cut = (/** @type {import('sharp').Sharp} */ of, /** @type {number} */ side) =>
    of
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(side, side, { fit, position: 'centre', withoutEnlargement: fit === 'inside' })
      .toColourspace('srgb');
  // The original is decoded once; smaller squares are made from the largest one. That one isn't progressive, because
  // a progressive JPEG takes the memory of the whole picture.
  const side = largeSide(header, spent);
  const largest = side === 0 ? null : await cut(image, side).jpeg({ quality: 84 }).toBuffer();
  const base = await cut(largest === null ? image : sharp(largest), Math.max(...sizes))
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { dominant } = await sharp(base).stats();
  const squares = [];
  for (const size of sizes) squares.push(await square(base, size));
  answer(
    {
      colour: [dominant.r, dominant.g, dominant.b],
      width: header.autoOrient.width,
      height: header.autoOrient.height,
      squares: squares.map(({ size, jpeg, webp }) => ({ size, jpeg: jpeg.length, webp: webp.length })),
      large: largest?.length ?? 0,
      memory: peakMemory(),
    },
    [...squares.flatMap(({ jpeg, webp }) => [jpeg, webp]), ...(largest === null ? [] : [largest])],
  );
} catch (error) {
  const detail = String(error?.message ?? error);
  const refused =
    error instanceof Refusal ? error.code : /pixel limit/i.test(detail) ? 'image-pixels' : 'image-damaged';
  answer({ refused, detail, memory: peakMemory() });
}
clearInterval(watch);
