// Data about processes from /proc (proc(5)).
import { closeSync, existsSync, openSync, readFileSync, readSync, readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

export const KINDS = ['browser', 'product', 'PostgreSQL', 'ffmpeg', 'test runner', 'other'] as const;
export type Kind = (typeof KINDS)[number];

export interface Stat {
  comm: string;
  parent: number;
  session: number;
  /** Ticks of CPU that the process used itself. */
  own: number;
  /** Ticks of CPU of its ended and waited-for children, including theirs. */
  reaped: number;
  /** Start time, because pids are reused. */
  born: string;
}

/** Linux reports CPU times in hundredths of a second, even if its internal clock ticks at another rate. */
export const TICKS_PER_SECOND = 100;

export const hasProc = (): boolean => existsSync('/proc/self/stat');

const buffer = Buffer.alloc(4096);

/** Null once the process is gone. */
export function readStat(pid: number | 'self'): Stat | null {
  let text: string;
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    try {
      text = buffer.toString('latin1', 0, readSync(file, buffer));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
  const end = text.lastIndexOf(')');
  // From the third field on.
  const fields = text.slice(end + 2).split(' ');
  const number = (field: number) => Number(fields[field - 3]);
  return {
    comm: text.slice(text.indexOf('(') + 1, end),
    parent: number(4),
    session: number(6),
    own: number(14) + number(15),
    reaped: number(16) + number(17),
    born: fields[22 - 3] ?? '',
  };
}

/** Every pid, in ascending order. */
export const listPids = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);

/** The value of a variable in the environment a process was started with; null if it can't be read. */
export function readVariable(pid: number, name: string): string | null {
  const found = readText(`/proc/${pid}/environ`)
    .split('\0')
    .find((line) => line.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}

/** The kind of a process by its program and arguments; null if neither can be read. */
export function readKind(pid: number): Kind | null {
  const args = readText(`/proc/${pid}/cmdline`);
  let program: string;
  try {
    program = readlinkSync(`/proc/${pid}/exe`);
  } catch {
    program = args.split(/[\0 ]/)[0] ?? '';
  }
  return program === '' ? null : kindOf(basename(program), args.replaceAll('\0', ' '));
}

export function kindOf(program: string, args: string): Kind {
  if (/chrom|firefox|webkit|minibrowser|^xvfb$|pulseaudio/i.test(program)) return 'browser';
  if (/^(postgres|initdb|psql|pg_\w+)$/.test(program)) return 'PostgreSQL';
  if (/^(ffmpeg|ffprobe|unshare)$/.test(program)) return 'ffmpeg';
  if (!program.startsWith('node')) return 'other';
  if (
    /node_modules\/(vitest|playwright|playwright-core|@playwright)\/|scripts\/(faults|browsers|inputs)\.ts/.test(args)
  )
    return 'test runner';
  return /server\/(main\.ts|frame\/supervisor\/|testkit\/paypal-stand-in\/|pipeline\/ffmpeg\/child\/)|scripts\/journeys-product\.ts/.test(
    args,
  )
    ? 'product'
    : 'other';
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
