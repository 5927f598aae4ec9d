// CPU seconds of everything a stage starts, by kind of process.
//
// A process belongs to a stage if its parent or session does, or if its environment has the stage's marker, which also
// identifies reparented processes such as PostgreSQL. Its own CPU is that of the last sample. The kernel adds the CPU
// of an ended child to its parent's `reaped` time. The part of that time that exceeds the sampled children is the CPU
// of children that lived between two samples, and of the last moments of the others.
import {
  type Kind,
  type Stat,
  TICKS_PER_SECOND,
  hasProc,
  listPids,
  readKind,
  readStat,
  readVariable,
} from './processes.ts';

const MARKER = 'TEST_STAGE';

/** CPU seconds by kind. */
export type Cpu = Record<Kind, number>;

const EVERY_MS = 250;
/** Number of samples after which a process of no stage is checked again, because its pid may have been reused. */
const FORGET_AFTER = 40;

interface Seen extends Stat {
  stage: Stage;
  kind: Kind;
  samples: number;
  /** Total ticks of sampled children that are gone. */
  gone: number;
}

interface Stage {
  marker: string;
  ticks: Cpu;
  rootKind: Kind;
}

/** Samples all stages that run at the moment. */
class Sampler {
  #stages = new Map<string, Stage>();
  #seen = new Map<number, Seen>();
  #foreign = new Set<number>();
  #samples = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Ticks of ended stages' root processes, which are children of this process. */
  #goneRoots = 0;
  #reapedBefore = 0;

  begin(marker: string): void {
    if (this.#stages.size === 0) {
      this.#goneRoots = 0;
      this.#reapedBefore = readStat('self')?.reaped ?? 0;
      this.#timer = setInterval(() => this.#sample(), EVERY_MS).unref();
    }
    this.#stages.set(marker, { marker, ticks: noCpu(), rootKind: 'other' });
    // The marker of the new stage may be in a process that was foreign until now.
    this.#foreign.clear();
  }

  /** Call once the root process has ended. */
  end(marker: string): Cpu {
    this.#sample();
    const stage = this.#stages.get(marker);
    if (!stage) throw new Error(`No stage ${marker} was begun.`);
    for (const [pid, one] of this.#seen)
      if (one.stage === stage) {
        this.#settle(one);
        this.#seen.delete(pid);
      }
    // The roots' last moments.
    const reaped = (readStat('self')?.reaped ?? 0) - this.#reapedBefore;
    const rest = Math.max(0, reaped - this.#goneRoots);
    stage.ticks[stage.rootKind] += rest;
    this.#goneRoots += rest;
    this.#stages.delete(marker);
    if (this.#stages.size === 0) clearInterval(this.#timer);
    return toSeconds(stage.ticks);
  }

  #sample(): void {
    this.#samples += 1;
    if (this.#samples % FORGET_AFTER === 0) this.#foreign.clear();
    const pids = listPids();
    const living = new Set(pids);
    for (const pid of this.#foreign) if (!living.has(pid)) this.#foreign.delete(pid);
    for (const pid of pids) if (!this.#foreign.has(pid)) this.#look(pid);
    // Children first, because a parent's reaped time is settled against theirs.
    for (const [pid, one] of [...this.#seen].reverse()) if (!living.has(pid)) this.#forget(pid, one);
  }

  #look(pid: number): void {
    const stat = readStat(pid);
    if (!stat) return;
    const known = this.#seen.get(pid);
    if (known?.born === stat.born) return this.#add(pid, known, stat);
    if (known) this.#forget(pid, known);
    const stage = this.#stageOf(pid, stat);
    if (!stage) return void this.#foreign.add(pid);
    const inherited = this.#seen.get(stat.parent)?.kind ?? 'other';
    const one: Seen = { ...stat, own: 0, stage, kind: readKind(pid) ?? inherited, samples: 0, gone: 0 };
    this.#seen.set(pid, one);
    this.#add(pid, one, stat);
  }

  /** Adds what a process used since the last sample. */
  #add(pid: number, one: Seen, stat: Stat): void {
    // A new process has its parent's program until it executes its own.
    if (one.samples < 2 || one.comm !== stat.comm) one.kind = readKind(pid) ?? one.kind;
    one.stage.ticks[one.kind] += stat.own - one.own;
    Object.assign(one, stat);
    one.samples += 1;
  }

  #stageOf(pid: number, { parent, session }: Stat): Stage | undefined {
    const related = this.#seen.get(parent)?.stage ?? this.#seen.get(session)?.stage;
    if (related) return related;
    const marker = readVariable(pid, MARKER);
    return marker === null ? undefined : this.#stages.get(marker);
  }

  #forget(pid: number, one: Seen): void {
    this.#settle(one);
    this.#seen.delete(pid);
    const total = one.own + Math.max(one.reaped, one.gone);
    const parent = this.#seen.get(one.parent);
    if (parent) parent.gone += total;
    else if (one.parent === process.pid) {
      this.#goneRoots += total;
      one.stage.rootKind = one.kind;
    }
  }

  /** Adds the reaped time of children that no sample has seen. Those of the product are mostly ffmpeg and ffprobe. */
  #settle(one: Seen): void {
    const unseen: Kind = one.kind === 'product' ? 'ffmpeg' : one.kind === 'test runner' ? 'other' : one.kind;
    one.stage.ticks[unseen] += Math.max(0, one.reaped - one.gone);
  }
}

const sampler = new Sampler();
let stages = 0;

/**
 * The environment to start a stage with, and a function to call once the stage has ended; `end` returns null without
 * /proc.
 */
export function meterCpu(): { env: Record<string, string>; end: () => Cpu | null } {
  if (!hasProc()) return { env: {}, end: () => null };
  stages += 1;
  const marker = `${process.pid}.${stages}`;
  sampler.begin(marker);
  return { env: { [MARKER]: marker }, end: () => sampler.end(marker) };
}

const noCpu = (): Cpu => ({ browser: 0, product: 0, PostgreSQL: 0, ffmpeg: 0, 'test runner': 0, other: 0 });

export const totalCpu = (cpu: Cpu): number => Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);

const toSeconds = (ticks: Cpu): Cpu =>
  Object.fromEntries(Object.entries(ticks).map(([kind, count]) => [kind, count / TICKS_PER_SECOND])) as Cpu;
