/** Bytes in words: `3.4 GB`, in powers of 1000, like the sizes of disks. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** Seconds in words, in the largest unit that gives at least 2: `90 seconds`, `3 hours`. */
export function durationText(seconds: number): string {
  const [unit, size] =
    seconds < 120
      ? ['second', 1]
      : seconds < 7200
        ? ['minute', 60]
        : seconds < 172_800
          ? ['hour', 3600]
          : ['day', 86_400];
  const count = Math.round(seconds / Number(size));
  return pluralize(count, String(unit));
}

/** A number with its noun: `1 job`, `2 jobs`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
