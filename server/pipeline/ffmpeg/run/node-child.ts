import { spawn } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { assignAccount } from './decoder-accounts.ts';
import { ProcessingError } from '../processing-error.ts';
import { endGroup, feed, neverStarted } from './run.ts';
import { type Caps, type Sandbox, type Trial, environmentIn, findSandbox, sandboxedCommand } from './sandbox.ts';

/** Scripts that read files from strangers, in Node or in libraries that it loads. */
type Script = 'picture' | 'tags';

const SCRIPTS = fileURLToPath(new URL('../child', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
/** One thread for the compiler, and small heaps, because the input is kept outside of them. */
const FLAGS = ['--v8-pool-size=1', '--max-old-space-size=256', '--max-semi-space-size=2'];
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' };
const CAPS: Caps = {
  cpuSeconds: 30,
  // Much more than `data`, because Node reserves more than a gigabyte of addresses that it never touches.
  addressSpace: 4 * 2 ** 30,
  data: 2 ** 30,
  fileSize: 0,
};
const TIMEOUT = 120_000;
const MAX_STDERR = 16 * 1024;

const commandOf = (
  script: Script,
  argument: string,
): Required<Pick<Trial, 'program' | 'args' | 'readable' | 'dropsPrivileges'>> => ({
  program: process.execPath,
  args: [...FLAGS, join(SCRIPTS, `${script}.mjs`), argument],
  readable: [SCRIPTS, MODULES],
  dropsPrivileges: true,
});

let found: Promise<Sandbox> | null = null;

/** The sandbox of these scripts on this machine. Tested once per process, and again if that failed. */
export function nodeSandbox(): Promise<Sandbox> {
  found ??= findSandbox((['picture', 'tags'] as const).map((script) => commandOf(script, '-version'))).catch(
    (error: unknown) => {
      found = null;
      throw error;
    },
  );
  return found;
}

export interface NodeJob {
  script: Script;
  /** The script's argument, sent as JSON. */
  argument: object;
  /** The script's input: bytes, or the path of one of our files, which the script gets as an open file. */
  input: Buffer | { path: string };
  /** The most bytes that it may write. */
  maxOutput: number;
  signal?: AbortSignal;
  sandbox?: Sandbox;
}

/**
 * Runs one of the scripts in a decoder's sandbox, and resolves with its output: a line of JSON, then bytes. None of it
 * can be trusted. Throws ProcessingError `engine` when the script did not start, `too-much-work` when it met its limits or
 * ended without an answer, and `aborted`.
 */
export async function runNode(job: NodeJob): Promise<{ head: unknown; bytes: Buffer }> {
  const sandbox = job.sandbox ?? (await nodeSandbox());
  // Empty. It only exists because every decoder needs a folder to start in.
  const folder = await mkdtemp(join(tmpdir(), 'scoville-child-'));
  try {
    const assignment = sandbox.ownAccount ? await assignAccount(folder) : null;
    try {
      return await runIn(job, sandbox, folder, assignment?.id ?? null);
    } finally {
      await assignment?.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(job: NodeJob, sandbox: Sandbox, folder: string, account: number | null) {
  const { args, ...where } = commandOf(job.script, JSON.stringify(job.argument));
  const input = Buffer.isBuffer(job.input) ? {} : { input: resolve(job.input.path) };
  const access = { ...where, ...input, folder, account };
  const [command = '', ...rest] = sandboxedCommand(sandbox, CAPS, access, args);
  const file = Buffer.isBuffer(job.input) ? null : await open(job.input.path, 'r');
  try {
    const child = spawn(command, rest, {
      cwd: folder,
      env: { ...environmentIn(sandbox, access), ...ENVIRONMENT },
      detached: true,
      stdio: [file?.fd ?? 'pipe', 'pipe', 'pipe'],
    });
    let failure: Error | null = null;
    const stop = (reason: Error): void => {
      failure ??= reason;
      endGroup(child);
    };
    const output: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > job.maxOutput)
        return stop(new ProcessingError('too-much-work', `wrote more than ${job.maxOutput} bytes`));
      output.push(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(0, MAX_STDERR);
    });
    const fed = Buffer.isBuffer(job.input) ? feed(Readable.from([job.input]), child.stdin).catch(stop) : null;
    const onAbort = (): void => stop(new ProcessingError('aborted', 'aborted'));
    job.signal?.addEventListener('abort', onAbort, { once: true });
    if (job.signal?.aborted) onAbort();
    const clock = setTimeout(() => stop(new ProcessingError('too-much-work', `over ${TIMEOUT} ms`)), TIMEOUT);
    try {
      const code = await new Promise<number | null>((resolve, reject) => {
        child.on('error', (error) => reject(new ProcessingError('engine', error.message, { cause: error })));
        child.on('close', resolve);
      });
      await fed;
      if (failure !== null) throw failure as Error;
      if (neverStarted(code ?? 1, stderr)) throw new ProcessingError('engine', `it did not start: ${stderr}`);
      // The script exits with 0 after every answer. Any other exit code is due to a limit, or to a fault that the input
      // triggered.
      if (code !== 0) throw new ProcessingError('too-much-work', `${code}: ${stderr}`);
      return parseAnswer(Buffer.concat(output));
    } finally {
      clearTimeout(clock);
      job.signal?.removeEventListener('abort', onAbort);
    }
  } finally {
    await file?.close();
  }
}

function parseAnswer(output: Buffer): { head: unknown; bytes: Buffer } {
  const end = output.indexOf('\n');
  try {
    return { head: JSON.parse(output.toString('utf8', 0, Math.max(0, end))), bytes: output.subarray(end + 1) };
  } catch (error) {
    throw new ProcessingError('too-much-work', 'it did not answer', { cause: error });
  }
}
