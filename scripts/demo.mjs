// `npm run demo`: fills an empty installation with musicians, songs and videos. Starts the product if it isn't running.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  NOBODY,
  READY,
  STARTING,
  installBesideNothing,
  needFfmpeg,
  node,
  onOrphaned,
  readiness,
  refuse,
  root,
} from './setup.mjs';

let found = await installBesideNothing();
needFfmpeg();

const ended = (child) => new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));

let product = null;
let run = null;
let stopped = false;
let orphaned = false;
// From here on, because the demo would otherwise wait for a starting product, and fill it after npm was killed.
onOrphaned(() => {
  orphaned = true;
  run?.kill('SIGTERM');
  product?.kill('SIGTERM');
});
if (found === NOBODY) {
  product = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => product.kill(signal));
  void ended(product).then(() => (stopped = true));
}
for (const until = Date.now() + 300_000; found !== READY; found = await readiness()) {
  if (orphaned) refuse('What started this is gone.');
  if (found !== NOBODY && found !== STARTING)
    refuse('Whether the product runs could not be found out; the lines above say why.');
  if (product === null && (found === NOBODY || Date.now() > until))
    refuse('The product that runs does not come to answer; its own lines say why. Stop it, and run this again.');
  if (stopped || Date.now() > until) refuse('The product did not start; its own lines above say why.');
  await wait(1000);
}

run = spawn(node, [join(root, 'demo/run.ts')], { cwd: root, stdio: 'inherit' });
const code = await ended(run);
if (product === null) process.exit(code);
if (code !== 0) {
  product.kill('SIGTERM');
  await ended(product);
  process.exit(code);
}
console.log('The product goes on running here; Ctrl-C stops it.');
process.exit(await ended(product));
