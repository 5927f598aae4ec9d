import type { Range } from '../../platform/storage/storage.ts';

/**
 * The one range of a Range header (RFC 9110, section 14.1.2) for a file of `size` bytes: null to send everything (no
 * header, several ranges, or a form that we do not understand), 'unsatisfiable' for 416.
 */
export function parseRange(header: string | undefined, size: number): Range | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return end < start ? null : { start, end };
}
