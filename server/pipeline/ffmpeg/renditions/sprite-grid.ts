/** The layout of the pictures for seeking in their file. */
export interface SpriteGrid {
  /** Seconds between two cells. */
  interval: number;
  columns: number;
  rows: number;
  /** Pixels of a cell. */
  width: number;
  height: number;
}

/** The most pictures in one file. */
export const CELLS = 100;

/** The grid for a duration in seconds: one cell a second, or fewer so that a hundred are enough. */
export function spriteGrid(duration: number | null): SpriteGrid {
  return {
    interval: Math.max(1, Math.ceil((duration ?? 0) / (CELLS - 5))),
    columns: 10,
    rows: 10,
    width: 160,
    height: 90,
  };
}

/** The number of pictures for this many seconds. */
export const cellCount = ({ columns, rows, interval }: SpriteGrid, seconds: number): number =>
  Math.min(columns * rows, Math.ceil(seconds / interval));
