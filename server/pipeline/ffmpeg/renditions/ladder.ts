/** One size of a video's renditions. */
export interface Rung {
  /** The shorter side of the encoded size. */
  name: string;
  /** Pixels, both even. */
  width: number;
  height: number;
  /** Bits a second that the rendition may not exceed for long. */
  maxRate: number;
}

/** Boxes (long side, short side) that a rendition must fit into. */
const BOXES = [
  [1920, 1080],
  [1280, 720],
  [854, 480],
  [640, 360],
] as const;
/** Bits a second of the largest box at 30 frames a second; smaller pictures need more bits per pixel. */
const FULL_RATE = 5_000_000;
const FULL_AREA = 1920 * 1080;

/** The even number closest to a side, at most the source's own side. */
const even = (value: number, most: number): number =>
  Math.max(2, Math.min(2 * Math.round(value / 2), 2 * Math.floor(most / 2)));

/** The size of a picture inside a box, with even sides, and never larger than the picture itself. */
function fit(width: number, height: number, long: number, short: number): { width: number; height: number } {
  const [boxWidth, boxHeight] = width >= height ? [long, short] : [short, long];
  const scale = Math.min(1, boxWidth / width, boxHeight / height);
  return { width: even(width * scale, width), height: even(height * scale, height) };
}

/**
 * The sizes for a picture of `width` by `height` pixels (upright, square pixels) at `frameRate`, largest first and
 * never larger than the source. There is at least one.
 */
export function ladder(width: number, height: number, frameRate: number): Rung[] {
  const named = BOXES.map(([long, short]) => {
    const size = fit(width, height, long, short);
    return { ...size, name: String(Math.min(size.width, size.height)) };
  });
  // Keeps one size of each name. A source that fits into several boxes has its own size in each of them. The sizes of a
  // very flat source may have the same height, and so the same name, because heights are rounded to even numbers.
  const different = named.filter(({ name }, at) => at === 0 || name !== named[at - 1]?.name);
  return different.map((size) => {
    const area = (size.width * size.height) / FULL_AREA;
    const maxRate = Math.max(150_000, FULL_RATE * area ** 0.75 * (frameRate > 31 ? 1.5 : 1));
    return { ...size, maxRate: Math.round(maxRate / 1000) * 1000 };
  });
}

/** Rates of films, television and phones, as fractions. */
const NOMINAL = [
  '10',
  '12',
  '15',
  '20',
  '24000/1001',
  '24',
  '25',
  '30000/1001',
  '30',
  '48',
  '50',
  '60000/1001',
  '60',
] as const;

/** The value of a fraction such as `30000/1001`. */
export function fraction(text: string): number {
  const [above = 0, below = 1] = text.split('/').map(Number);
  return above / below;
}

/**
 * The nominal rate closest to a measured one. Every video gets a constant rate, because variable rates stall players.
 */
export function nominalRate(measured: number): string {
  const distance = (rate: string): number => Math.abs(Math.log(fraction(rate) / measured));
  return NOMINAL.reduce((best, rate) => (distance(rate) < distance(best) - 1e-9 ? rate : best));
}
