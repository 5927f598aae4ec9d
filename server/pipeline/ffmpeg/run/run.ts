import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { writeFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assignAccount } from './decoder-accounts.ts';
import { ProcessingError } from '../processing-error.ts';
import { type Caps, environmentIn, sandboxedCommand } from './sandbox.ts';
import type { Tools } from './tools.ts';

export interface Run {
  tools: Tools;
  program: 'ffmpeg' | 'ffprobe';
  args: readonly string[];
  caps: Caps;
  /** Absolute paths of files that the program may read besides those in its folder. */
  readable: readonly string[];
  /** Absolute path of the folder in which the program starts. It may write nowhere else. */
  folder: string;
  signal: AbortSignal;
  /** How far the program yields to everything else on the machine, from 0 to 19. */
  niceness?: number;
  /** Wall-clock time in milliseconds. */
  timeout: number;
  /**
   * Called with the seconds of output written so far, from `-progress pipe:1`; a throw ends the child and becomes run's
   * error.
   */
  onProgress?: (seconds: number) => void;
  /** Called with the bytes that the child writes to `pipe:3`; a throw ends the child and becomes run's error. */
  onPipe?: (chunk: Buffer) => void;
  /** Called with each line that the child logs; a throw ends the child and becomes run's error. */
  onLog?: (line: string) => void;
  /** The bytes that the child reads from `pipe:0`; a throw ends the child and becomes run's error. */
  input?: AsyncIterable<Buffer>;
}

export interface RunResult {
  /** Exit code. Above 128, a sandbox reports the signal that ended its child. */
  code: number;
  /** The output of ffprobe; empty for ffmpeg, whose output is read as its progress. */
  stdout: string;
  /** The beginning and the end of the log, at most 128 kB. */
  stderr: string;
  /** Seconds, the last `out_time_us`. */
  outTime: number;
}

const MAX_STDOUT = 4 * 1024 * 1024;
const PART_OF_STDERR = 64 * 1024;

/** Keeps the head and the tail of a stream of text. */
class BoundedText {
  #head = '';
  #tail = '';
  add(text: string): void {
    const room = PART_OF_STDERR - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    if (text.length > room) this.#tail = (this.#tail + text.slice(Math.max(0, room))).slice(-PART_OF_STDERR);
  }
  toString(): string {
    return this.#head + this.#tail;
  }
}

/** Characters that are kept of an unfinished line. */
const LONGEST_LINE = 1024;

/** Splits a stream of text into lines. */
function linesOf(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-LONGEST_LINE);
    for (const line of lines) onLine(line);
  };
}

function readProgress(line: string, onTime: (seconds: number) => void): void {
  const found = /^out_time_us=(-?\d+)/.exec(line);
  if (found !== null) onTime(Math.max(0, Number(found[1]) / 1e6));
}

const { SIGINT, SIGKILL, SIGTERM, SIGXCPU, SIGXFSZ } = constants.signals;

/**
 * Whether a part of the sandbox gave up, or the program could not be loaded, which is not the file's fault. Shells and
 * util-linux exit with 126 or 127 when they could not start a program; ffmpeg never does.
 */
export const neverStarted = (code: number, stderr: string): boolean =>
  code === 126 || code === 127 || (code !== 0 && /^(nice|prlimit|setpriv|unshare|mount|isolation|sh): /.test(stderr));

/** Turns an end by signal or limit into an error; null when the child exited on its own. */
function endedByForce(code: number, stderr: string): ProcessingError | null {
  // ffmpeg catches most signals, logs the signal's number (not at `-v error`) and exits with 255. The only signals of
  // ours that it can catch are those of limits.
  const caught = /received signal (\d+)/.exec(stderr)?.[1];
  const signal = code > 128 && code < 160 ? code - 128 : Number(caught ?? (code === 255 ? SIGXCPU : 0));
  if (signal === SIGXCPU || signal === SIGXFSZ || /File too large/.test(stderr))
    return new ProcessingError('too-much-work', `ended by signal ${signal}`);
  // Killed by an operator, or by the kernel because memory ran out, so it is not the file's fault. The `unshare` of
  // util-linux 2.38 fails to pass on the signal that ended its child, and only logs this message.
  if ([SIGINT, SIGKILL, SIGTERM].includes(signal) || /unshare: sigprocmask unblock failed/.test(stderr))
    return new ProcessingError('engine', 'killed from outside');
  if (neverStarted(code, stderr)) return new ProcessingError('engine', `it did not start: ${stderr.slice(0, 2000)}`);
  if (/No space left on device/.test(stderr)) return new ProcessingError('no-space', 'no space left on device');
  return null;
}

/**
 * Runs one child in the sandbox and waits until it and all its descendants are gone. Resolves with the program's own
 * exit code, even if that is not 0. Otherwise throws a ProcessingError with one of these codes: `engine` if the program
 * did not start or was killed, `too-much-work` if it exceeded a limit or its time, `no-space` for a full disk, and
 * `aborted` after the signal.
 */
export async function run(job: Run): Promise<RunResult> {
  needWanted(job);
  const assignment = job.tools.sandbox.ownAccount ? await assignAccount(job.folder) : null;
  try {
    return await runAs(assignment?.id ?? null, job);
  } finally {
    await assignment?.end();
  }
}

function needWanted({ signal }: Run): void {
  if (signal.aborted) throw new ProcessingError('aborted', 'aborted before the start');
}

/** Runs a job as the system account that owns its folder; null is the server's own account. */
async function runAs(account: number | null, job: Run): Promise<RunResult> {
  // Checked again, because assigning a system account takes a moment, and a signal that aborted in that time fires no
  // event later.
  needWanted(job);
  const access = { program: job.tools[job.program], readable: job.readable, folder: job.folder, account };
  const { niceness = 0 } = job;
  const [command, ...args] = [
    ...(niceness > 0 ? ['nice', '-n', String(niceness)] : []),
    ...sandboxedCommand(job.tools.sandbox, job.caps, access, job.args),
  ];
  if (command === undefined) throw new ProcessingError('engine', 'no command');

  const child = spawn(command, args, {
    cwd: job.folder,
    env: environmentIn(job.tools.sandbox, access),
    // Its own process group, so that one kill reaches everything below it.
    detached: true,
    stdio: [job.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', job.onPipe === undefined ? 'ignore' : 'pipe'],
  });
  if (niceness > 0 && child.pid !== undefined) niceSession(child.pid, niceness);
  let failure: Error | null = null;
  const stop = (reason: Error): void => {
    failure ??= reason;
    endGroup(child);
  };
  const guarded =
    <T>(act: (value: T) => void) =>
    (value: T): void => {
      if (failure !== null) return;
      try {
        act(value);
      } catch (error) {
        stop(error instanceof Error ? error : new ProcessingError('engine', String(error)));
      }
    };

  const stderr = new BoundedText();
  let stdout = '';
  let outTime = 0;
  const readLines = linesOf((line) =>
    readProgress(line, (seconds) => {
      outTime = seconds;
      job.onProgress?.(seconds);
    }),
  );
  child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.add(text));
  if (job.onLog !== undefined) child.stderr?.on('data', guarded(linesOf(job.onLog)));
  child.stdout?.setEncoding('utf8').on(
    'data',
    guarded((text: string) => {
      if (job.program === 'ffprobe') {
        stdout += text;
        if (stdout.length > MAX_STDOUT) throw new ProcessingError('unreadable', 'ffprobe wrote more than 4 MB');
        return;
      }
      readLines(text);
    }),
  );
  const pipe = child.stdio[3] as Readable | null | undefined;
  if (job.onPipe !== undefined) pipe?.on('data', guarded(job.onPipe));

  const fed = feed(job.input, child.stdin).catch(stop);

  const onAbort = (): void => stop(new ProcessingError('aborted', 'aborted'));
  job.signal.addEventListener('abort', onAbort, { once: true });
  const clock = setTimeout(() => stop(new ProcessingError('too-much-work', `over ${job.timeout} ms`)), job.timeout);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.on('error', (error) => reject(new ProcessingError('engine', error.message, { cause: error })));
      child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
    await fed;
    if (failure !== null) throw failure;
    const forced = endedByForce(code, stderr.toString());
    if (forced !== null) throw forced;
    return { code, stdout, stderr: stderr.toString(), outTime };
  } finally {
    clearTimeout(clock);
    job.signal.removeEventListener('abort', onAbort);
  }
}

/** Milliseconds in which killed processes end. */
const GRACE = 2000;

/**
 * Kills a child and its process group. A process that has left the group may keep its pipes open, so our ends of them
 * are closed after a moment.
 */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  setTimeout(() => {
    for (const pipe of child.stdio) pipe?.destroy();
  }, GRACE).unref();
}

/**
 * Also lowers the priority of the session. Where Linux shares the processors among sessions first (sched(7),
 * autogroup), `nice` only has an effect within a session. If this fails, the work is still done, but it yields less.
 */
function niceSession(leader: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(niceness));
  } catch {
    // The system has no autogroups, or we may not set their niceness.
  }
}

/**
 * Error codes of a pipe whose child reads no more: closed by the child, or (ECANCELED) by Node after the child has
 * ended.
 */
const NO_MORE = ['EPIPE', 'ECONNRESET', 'ECANCELED', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Writes all of `input` to a child, unless the child stops reading; its exit code shows why. */
export async function feed(input: AsyncIterable<Buffer> | undefined, stdin: Writable | null): Promise<void> {
  if (input === undefined || stdin === null) return;
  try {
    await pipeline(input, stdin);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!NO_MORE.includes(code)) throw error;
  }
}
