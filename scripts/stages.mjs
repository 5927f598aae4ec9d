// The stages of a run of tests and their sum. Two may run side by side: then one of them speaks when it is over.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export class Stages {
  #total = { passed: 0, failed: 0 };
  #skipped = [];
  #failures = [];
  #root;

  /** @param root the folder of the project */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Runs a program and adds what `count` finds: passed, failed, and failures and skipped as `{ test, why }`. A stage
   * that fails without a count is one failure, and so is a test that is skipped without saying why.
   * @param {{ aside?: boolean, settings?: object }} options `aside`: beside another one, whose lines it leaves alone
   */
  async run(name, command, args, { aside = false, settings = {} }, count) {
    const started = Date.now();
    const env = {
      ...process.env,
      PATH: join(this.#root, 'node_modules/.bin') + delimiter + process.env.PATH,
      FORCE_COLOR: '0',
      ...settings,
    };
    const child = spawn(command, args, {
      cwd: this.#root,
      env,
      stdio: aside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
    const status = await new Promise((done) => {
      child.once('error', (error) => {
        console.error(error.message);
        done(1);
      });
      child.once('close', done);
    });
    process.stdout.write(Buffer.concat(said));
    const { passed, failed: counted, failures = [], skipped = [] } = count();
    const silent = skipped.filter(({ why }) => why === null).length;
    const failed = (status !== 0 && counted === 0 ? 1 : counted) + silent;
    this.#total.passed += passed;
    this.#total.failed += failed;
    this.#skipped.push(...skipped);
    this.#failures.push(...failures.map((one) => ({ ...one, stage: name })));
    if (failed > 0 && failures.length === 0)
      this.#failures.push({ stage: name, test: command, why: `ended with ${status}, see above` });
    console.log(`${name}: ${passed} passed, ${failed} failed, in ${Math.round((Date.now() - started) / 1000)} s`);
  }

  /**
   * Prints what was skipped and why, each failure once more on one line, because what it printed in its place may be
   * ten thousand lines above, and the sum; returns the exit code.
   */
  end() {
    const { passed, failed } = this.#total;
    if (this.#skipped.length > 0) console.log('\nSkipped on this machine:');
    for (const { test, why } of this.#skipped) console.log(`  ${test}: ${why ?? 'nobody says why, so it has failed'}`);
    for (const { stage, test, why } of this.#failures) console.log(`FAILED ${stage}: ${test}: ${inOneLine(why)}`);
    const skipped = this.#skipped.length > 0 ? `, ${this.#skipped.length} skipped` : '';
    console.log(`${passed} passed, ${failed} failed${skipped}`);
    return failed > 0 ? 1 : 0;
  }
}

/** The start of a message, without the colours of a terminal, in one line. */
function inOneLine(message) {
  const plain = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim();
  return plain.length > 600 ? `${plain.slice(0, 600)} ...` : plain;
}
