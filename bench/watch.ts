import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { runningFile } from '../server/frame/supervisor/running.ts';

/** Response times of another visitor, and the memory of the web process, during a period. */
export interface Watched {
  /** Milliseconds until each call was answered, in ascending order; a call without a response counts as the timeout. */
  answers: number[];
  failed: number;
  /** Memory of the web process in MB: at the end, and at its maximum. */
  last: number;
  most: number;
}

/** Milliseconds between calls, for ten calls a second. */
const PAUSE = 100;
/** Timeout of a call in milliseconds. */
const PATIENCE = 30_000;

/** Resident memory of a process in MB (proc(5), VmRSS). */
async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** The pid of the process, such as `web`, of the product that runs on a data folder; 0 if it doesn't run. */
export async function findProcess(dataDir: string, name: string): Promise<number> {
  const running = JSON.parse(await readFile(runningFile(dataDir), 'utf8')) as { name: string; pid: number }[];
  return running.find((one) => one.name === name)?.pid ?? 0;
}

/**
 * Makes two cheap calls in turn, ten a second and without waiting for the previous one, as a visitor with a forwarded
 * address, and measures the memory of the process, until `over`.
 */
export async function watch(url: string, pid: number, over: Promise<unknown>): Promise<Watched> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number>[] = [];
  let failed = 0;
  const fetchPath = (path: string) =>
    new Promise<number>((done) => {
      const began = performance.now();
      const end = () => done(performance.now() - began);
      const fail = () => {
        failed += 1;
        done(PATIENCE);
      };
      const headers = { 'x-forwarded-for': '203.0.113.5' };
      get(url + path, { agent, headers, signal: AbortSignal.timeout(PATIENCE) }, (answer) => {
        answer.resume();
        if (answer.statusCode === 200) answer.once('end', end);
        else fail();
      }).once('error', fail);
    });
  let most = 0;
  const done = new AbortController();
  void over.finally(() => done.abort()).catch(() => {});
  for (let n = 0; !done.signal.aborted || n < 20; n += 1) {
    answers.push(fetchPath(n % 2 === 0 ? '/api/settings' : '/api/genres'));
    most = Math.max(most, await resident(pid));
    await wait(PAUSE);
  }
  const all = (await Promise.all(answers)).sort((a, b) => a - b);
  agent.destroy();
  const last = await resident(pid);
  return { answers: all, failed, last, most: Math.max(most, last) };
}

/** The value that `share` percent of the figures stay below. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
