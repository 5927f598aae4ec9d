import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../fixtures/random.ts';
import { type Product, healthy } from '../product.ts';
import { bornAt, runningFile } from '../../server/frame/supervisor/running.ts';

const VICTIMS = ['web', 'worker', 'database', 'ffmpeg'] as const;
type Victim = (typeof VICTIMS)[number];
/** Number of kills of each. */
export type Kills = Record<Victim, number>;
export const noKills = (): Kills => ({ web: 0, worker: 0, database: 0, ffmpeg: 0 });

interface Known {
  name: string;
  pid: number;
  born: string;
}

/** The running processes of this folder's supervisor. */
export function findOwnProcesses(dataDir: string): Known[] {
  const known = JSON.parse(readFileSync(runningFile(dataDir), 'utf8')) as Known[];
  return known.filter(({ pid, born }) => bornAt(pid) === born);
}

/** All processes with their parent and program name, without those that end in the meantime. */
function processes(): { pid: number; parent: number; program: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const end = stat.lastIndexOf(')');
        const program = stat.slice(stat.indexOf('(') + 1, end);
        return [{ pid: Number(name), parent: Number(stat.slice(end + 2).split(' ')[1]), program }];
      } catch {
        return [];
      }
    });
}

/** ffmpeg processes among the descendants of a process. */
export function ffmpegBelow(ancestor: number): number[] {
  const all = processes();
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at)) if (at === ancestor) return true;
    return false;
  };
  return all.filter(({ pid, program }) => /^ff(mpeg|probe)$/.test(program) && isBelow(pid)).map(({ pid }) => pid);
}

/** Processes of any program whose command line contains this folder. None may be left when everything is stopped. */
export function namingFolder(folder: string): string[] {
  return processes().flatMap(({ pid }) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return pid !== process.pid && line.includes(folder) ? [`${pid} ${line.slice(0, 120)}`] : [];
    } catch {
      return [];
    }
  });
}

const pidsOf = (dataDir: string, victim: Victim): number[] =>
  findOwnProcesses(dataDir)
    .filter(({ name }) => name === victim)
    .map(({ pid }) => pid);

/**
 * The running ffmpeg processes, or the first ones within three seconds: short files keep ffmpeg busy only for moments.
 */
async function someFfmpeg(dataDir: string): Promise<number[]> {
  for (const deadline = Date.now() + 3000; Date.now() < deadline; await wait(10)) {
    const found = pidsOf(dataDir, 'worker').flatMap(ffmpegBelow);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Kills one of the four after another at random moments until `over`, and counts the kills in `kills`. One kill in four
 * may hit a product that hasn't recovered from the last one; the others wait until it has, however long this machine
 * takes.
 */
export async function killAtRandom(
  { dataDir, url }: Product,
  random: Random,
  { kills, over }: { kills: Kills; over: AbortSignal },
): Promise<void> {
  let turn: Victim[] = [];
  while (!over.aborted) {
    if (random.chance(0.75)) while (!over.aborted && !(await healthy(url))) await wait(100);
    // Long enough for some work in between, short enough to hit every stage.
    await wait(random.int(300, 4500));
    // In random order, but each as often as the others.
    if (turn.length === 0) turn = random.shuffled(VICTIMS);
    const victim = turn.pop()!;
    const pids = victim === 'ffmpeg' ? await someFfmpeg(dataDir) : pidsOf(dataDir, victim);
    if (pids.length === 0) continue;
    try {
      process.kill(random.pick(pids), 'SIGKILL');
      kills[victim] += 1;
    } catch (error) {
      // The ffmpeg process has just ended normally.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
