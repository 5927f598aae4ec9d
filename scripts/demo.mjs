// `npm run demo`: fills an empty installation with musicians, songs and videos. Starts the product when it is not running.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { install, needFfmpeg, node, onOrphaned, refuse, root } from './setup.mjs';

install();
needFfmpeg();

const ended = (child) => new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
const ready = () =>
  ended(spawn(node, [join(root, 'demo/ready.ts')], { cwd: root, stdio: 'inherit' })).then((code) => code === 0);

let product = null;
if (!(await ready())) {
  product = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => product.kill(signal));
  let stopped = false;
  void ended(product).then(() => (stopped = true));
  const until = Date.now() + 300_000;
  while (!(await ready())) {
    if (stopped || Date.now() > until) refuse('The product did not start; its own lines above say why.');
    await wait(1000);
  }
}

const run = spawn(node, [join(root, 'demo/run.ts')], { cwd: root, stdio: 'inherit' });
onOrphaned(() => {
  run.kill('SIGTERM');
  product?.kill('SIGTERM');
});
const code = await ended(run);
if (product === null) process.exit(code);
if (code !== 0) {
  product.kill('SIGTERM');
  await ended(product);
  process.exit(code);
}
console.log('The product goes on running here; Ctrl-C stops it.');
process.exit(await ended(product));
