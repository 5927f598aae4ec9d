import { availableParallelism, loadavg } from 'node:os';

/** Where the first process of a run leaves what it measured for those that it starts. */
const KEPT = 'MEASURED_MACHINE';
/** Processor time that `someWork` takes on the machine for which limits are written down (milliseconds). */
const REFERENCE = 28;
/** Cores of that machine. */
const CORES = 2;
/** More than this is no slow machine but a broken one. */
const MOST = 25;

interface Measured {
  slowness: number;
  patience: number;
}

const { slowness, patience } = JSON.parse((process.env[KEPT] ??= JSON.stringify(measure()))) as Measured;

/**
 * A limit of time for what may hang, on this machine (milliseconds). Measured once for a run, in a fraction of a second:
 * the speed of the processor, and what others leave of it. What is handed in is what two quiet cores bear four times
 * over, because a machine may become busy after it was measured: nothing is judged by such a limit.
 */
export const patient = (milliseconds: number): number => Math.round(milliseconds * patience);

/**
 * The processor time of this process while `work` is done, in milliseconds of a processor of today, however slow this one
 * is and whoever else uses it. Other work of this process counts, too; what other processes do for it does not.
 */
export async function effort(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return processorTime(start) / slowness;
}

/** How many times slower the processor is now than that of the reference machine, because others use it; at least 1. */
export function slownessNow(): number {
  const start = process.cpuUsage();
  someWork();
  return Math.max(1, processorTime(start) / REFERENCE);
}

function measure(): Measured {
  const began = performance.now();
  const before = process.cpuUsage();
  // The first round is compiled on its way.
  const rounds = Array.from({ length: 4 }, () => {
    const start = process.cpuUsage();
    someWork();
    return processorTime(start);
  });
  const slowness = Math.min(...rounds) / REFERENCE;
  const now = (performance.now() - began) / processorTime(before);
  // A moment may be quiet by chance, and the last minute's load may have begun just now: the worse of both.
  const crowd = Math.max(now, (loadavg()[0] ?? 0) / availableParallelism());
  const fewCores = Math.max(1, CORES / availableParallelism());
  return { slowness, patience: Math.min(MOST, Math.max(1, slowness) * Math.max(1, crowd) * fewCores) };
}

/** Milliseconds of processor time since `start`. */
function processorTime(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The same every time: numbers, strings and memory in about the mixture of a program. */
function someWork(): number {
  let sum = 0;
  for (let round = 0; round < 12; round += 1) {
    const counts = new Map<string, number>();
    for (let index = 0; index < 20_000; index += 1) {
      const key = `key ${(index * 7919) % 5003}`;
      counts.set(key, (counts.get(key) ?? 0) + Math.sqrt(index));
    }
    for (const count of counts.values()) sum += count;
  }
  return sum;
}
