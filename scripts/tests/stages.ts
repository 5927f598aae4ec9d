// The stages of a run of tests, their costs and their sum.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { meterCpu } from './cpu.ts';
import { type TestTime, type Timings, storeTimings, secondsByFile, slowestOf, timingLines } from './timings.ts';

/** A test that did not run; null as the reason fails the stage. */
export interface Skipped {
  test: string;
  why: string | null;
}

export interface Outcome {
  passed: number;
  failed: number;
  failures?: { test: string; why: string }[];
  skipped?: Skipped[];
  tests?: TestTime[];
}

export interface Stage {
  name: string;
  command: string;
  args: string[];
  settings?: Record<string, string>;
  /** Runs at the same time as another stage, so its output is printed only once it has ended. */
  aside?: boolean;
  /** Reads the outcome from a report, or from the output if `wantsOutput`. Null without a report or sum. */
  read: (output: string) => Outcome | null;
  wantsOutput?: boolean;
}

export class Stages {
  #total = { passed: 0, failed: 0 };
  #skipped: Skipped[] = [];
  #failures: { stage: string; test: string; why: string }[] = [];
  #tests: TestTime[] = [];
  #timings: Timings = { stages: {}, commands: {}, files: {}, slowest: [] };
  #began = performance.now();
  #root: string;
  #print: (line: string) => void;

  /** @param root the folder of the project */
  constructor(root: string, print: (line: string) => void = (line) => process.stdout.write(`${line}\n`)) {
    this.#root = root;
    this.#print = print;
  }

  /** A stage that fails without a failed test counts as one failure, and so does a test skipped without a reason. */
  async run(stage: Stage): Promise<void> {
    const began = performance.now();
    // Now, so that the stages are listed in the order of their starts.
    this.#timings.stages[stage.name] = { wall: 0, cpu: null, passed: 0, failed: 0, skipped: 0 };
    const { env, end } = meterCpu();
    const { status, output } = await this.#spawn(stage, env);
    const cost = { wall: (performance.now() - began) / 1000, cpu: end() };
    if (stage.aside) this.#print(output.trimEnd());
    const found = outcomeOf(stage, output);
    const { passed, failures = [], skipped = [], tests = [] } = found;
    const silent = skipped.filter(({ why }) => why === null).length;
    const failed = (status !== 0 && found.failed === 0 ? 1 : found.failed) + silent;
    this.#total.passed += passed;
    this.#total.failed += failed;
    this.#skipped.push(...skipped);
    this.#failures.push(...failures.map((one) => ({ ...one, stage: stage.name })));
    if (failed > 0 && failures.length === 0)
      this.#failures.push({ stage: stage.name, test: stage.command, why: `ended with ${status}, see above` });
    this.#tests.push(...tests);
    this.#timings.stages[stage.name] = { ...cost, passed, failed, skipped: skipped.length };
    this.#timings.files[stage.name] = secondsByFile(tests);
    this.#print(`${stage.name}: ${passed} passed, ${failed} failed, in ${Math.round(cost.wall)} s`);
  }

  async #spawn(stage: Stage, marker: Record<string, string>): Promise<{ status: number | null; output: string }> {
    const { command, args, settings = {}, aside = false, wantsOutput = false } = stage;
    const env = {
      ...process.env,
      PATH: join(this.#root, 'node_modules/.bin') + delimiter + process.env['PATH'],
      FORCE_COLOR: '0',
      ...settings,
      ...marker,
    };
    const isPiped = aside || wantsOutput;
    const child = spawn(command, args, {
      cwd: this.#root,
      env,
      stdio: isPiped ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output.push(chunk);
        if (!aside) process.stdout.write(chunk);
      });
    const status = await new Promise<number | null>((done) => {
      child.once('error', (error) => {
        output.push(Buffer.from(`${error.message}\n`));
        done(1);
      });
      child.once('close', done);
    });
    return { status, output: Buffer.concat(output).toString() };
  }

  /**
   * Prints the costs, the skipped tests and their reasons, each failure again on one line because the stage printed it
   * far above, and the sum. Writes all of this but the costs to the file named in TEST_SUMMARY, too. Returns the exit
   * code.
   * @param command the command whose timings are kept; without it, none are kept
   */
  end(command?: string): number {
    const { passed, failed } = this.#total;
    const slowest = slowestOf(this.#tests);
    const wall = (performance.now() - this.#began) / 1000;
    if (command !== undefined) storeTimings({ ...this.#timings, commands: { [command]: wall }, slowest });
    for (const line of ['', ...timingLines(this.#timings.stages, slowest), '']) this.#print(line);
    const skipped = this.#skipped.map(
      ({ test, why }) => `  ${test}: ${why ?? 'has no reason, so it counts as failed'}`,
    );
    const summary = [
      ...(skipped.length > 0 ? ['Skipped on this machine:', ...skipped] : []),
      ...this.#failures.map(({ stage, test, why }) => `FAILED ${stage}: ${test}: ${inOneLine(why)}`),
      `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
    ];
    for (const line of summary) this.#print(line);
    const file = process.env['TEST_SUMMARY'];
    if (file !== undefined) writeFileSync(file, `${summary.join('\n')}\n`);
    return failed > 0 ? 1 : 0;
  }
}

/** Reads a stage's outcome. A stage that was killed while it wrote its report has failed, because half is missing. */
function outcomeOf({ read, command }: Stage, output: string): Outcome {
  try {
    return read(output) ?? { passed: 0, failed: 1 };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { passed: 0, failed: 1, failures: [{ test: command, why: `its report can't be read: ${error.message}` }] };
  }
}

/** The start of a message, without the colours of a terminal, in one line. */
function inOneLine(message: string): string {
  const plain = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim();
  return plain.length > 600 ? `${plain.slice(0, 600)} ...` : plain;
}
