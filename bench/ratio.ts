import { spawn } from 'node:child_process';

export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs two things in turn, A B A B …: the median of the ratios A/B pair by pair, and of each in milliseconds. */
export async function sideBySide(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  rounds: number,
): Promise<{ ratio: number; ours: number; theirs: number }> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await ours(), await theirs()]);
  return {
    ratio: median(pairs.map(([a, b]) => a / b)),
    ours: median(pairs.map(([a]) => a)),
    theirs: median(pairs.map(([, b]) => b)),
  };
}

/** Runs a program to its end and discards its output; rejects if it fails. */
export function program(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: 'ignore' });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${command} ended with ${code}`))));
  });
}

/** Prints one line of the report: the figure, its goal, and whether the goal is met. Returns the latter. */
export function line(name: string, figure: number, goal: { most?: number; least?: number }, more = ''): boolean {
  const holds = (goal.most === undefined || figure <= goal.most) && (goal.least === undefined || figure >= goal.least);
  const promise = goal.most === undefined ? `at least ${goal.least}` : `at most ${goal.most}`;
  console.log(`${holds ? 'holds' : 'MISSED'}  ${name}: ${figure.toFixed(2)} (${promise})${more ? `  ${more}` : ''}`);
  return holds;
}
