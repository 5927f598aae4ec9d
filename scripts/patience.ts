import { availableParallelism, loadavg } from 'node:os';

/** The environment variable in which the first process of a run keeps its measurements for those that it starts. */
const KEPT = 'MEASURED_MACHINE';
/** Processor time of `someWork` on the reference machine, for which all limits are written (milliseconds). */
const REFERENCE = 28;
/** Number of cores of the reference machine. */
const CORES = 2;
/** A higher factor means a broken machine rather than a slow one. */
const MOST = 25;

interface Measured {
  slowness: number;
  patience: number;
}

const { slowness, patience } = JSON.parse((process.env[KEPT] ??= JSON.stringify(measure()))) as Measured;

/**
 * A timeout for something that may hang, adjusted to this machine (milliseconds). The machine is measured once for a
 * run, in a fraction of a second: the speed of the processor, and how much of it others use. Pass four times the time
 * that two idle cores need, because a machine may become busy after the measurement. Such a timeout never decides a
 * result.
 */
export const patient = (milliseconds: number): number => Math.round(milliseconds * patience);

/**
 * The processor time of this process during `work`, in milliseconds of the reference processor, however slow this one
 * is and however busy with other processes. Includes other work of this process, but not the work of other processes.
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
  // The first round includes its compilation.
  const rounds = Array.from({ length: 4 }, () => {
    const start = process.cpuUsage();
    someWork();
    return processorTime(start);
  });
  const slowness = Math.min(...rounds) / REFERENCE;
  const now = (performance.now() - began) / processorTime(before);
  // The moment may be quiet by chance, and the load of the last minute may be outdated, so the worse of both counts.
  const crowd = Math.max(now, (loadavg()[0] ?? 0) / availableParallelism());
  const fewCores = Math.max(1, CORES / availableParallelism());
  return { slowness, patience: Math.min(MOST, Math.max(1, slowness) * Math.max(1, crowd) * fewCores) };
}

/** Milliseconds of processor time since `start`. */
function processorTime(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The same work every time: numbers, strings and memory in about the mixture of a real program. */
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
