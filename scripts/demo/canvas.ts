/** Red, green, blue as 0xRRGGBB. */
export type Color = number;

/**
 * A picture of flat shapes for frames of video: rows of 32-bit pixels (bytes R, G, B, unused), drawn in horizontal
 * runs whose two end pixels are blended by how much of them is covered.
 */
export class Canvas {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint32Array(width * height);
    this.bytes = new Uint8Array(this.#pixels.buffer);
  }

  clear(color: Color): void {
    this.#pixels.fill(packed(color));
  }

  /** From x0 to x1 (pixels, with fractions) in row y. */
  run(y: number, x0: number, x1: number, color: Color): void {
    const from = Math.max(0, x0);
    const to = Math.min(this.width, x1);
    if (y < 0 || y >= this.height || to <= from) return;
    const first = Math.ceil(from);
    const last = Math.floor(to);
    const row = y * this.width;
    if (last > first) this.#pixels.fill(packed(color), row + first, row + last);
    if (first > from) this.#blend(row + first - 1, color, first - from);
    if (to > last && last >= first) this.#blend(row + last, color, to - last);
  }

  circle(cx: number, cy: number, radius: number, color: Color, hole = 0): void {
    const bottom = Math.min(this.height - 1, Math.ceil(cy + radius));
    for (let y = Math.max(0, Math.floor(cy - radius)); y <= bottom; y++) {
      const dy = y + 0.5 - cy;
      const outer = Math.sqrt(Math.max(0, radius * radius - dy * dy));
      const inner = Math.sqrt(Math.max(0, hole * hole - dy * dy));
      if (outer === 0) continue;
      if (inner === 0) this.run(y, cx - outer, cx + outer, color);
      else {
        this.run(y, cx - outer, cx - inner, color);
        this.run(y, cx + inner, cx + outer, color);
      }
    }
  }

  /** Everything under a line given by its height at each column. */
  below(top: (x: number) => number, color: Color): void {
    const paint = packed(color);
    for (let x = 0; x < this.width; x++) {
      const edge = Math.max(0, top(x));
      const first = Math.ceil(edge);
      if (first > 0 && first <= this.height) this.#blend((first - 1) * this.width + x, color, first - edge);
      for (let at = first * this.width + x; at < this.#pixels.length; at += this.width) this.#pixels[at] = paint;
    }
  }

  #blend(at: number, color: Color, cover: number): void {
    const under = this.#pixels[at]!;
    const over = packed(color);
    const part = (shift: number) =>
      Math.round(((under >>> shift) & 255) * (1 - cover) + ((over >>> shift) & 255) * cover) << shift;
    this.#pixels[at] = (part(0) | part(8) | part(16)) >>> 0;
  }
}

/** In the machine's (little-endian) order: red is the first byte. */
const packed = (color: Color): number => ((color & 255) << 16) | (color & 0xff00) | (color >>> 16);
