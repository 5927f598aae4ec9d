// `npm run bench [-- NAME...]`: runs the measurements of bench/ one after another, or those named. Each prints its
// ratios and fails if one is out of bounds. Files with exports are shared by the measurements, not run.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  build,
  installBesideNothing,
  needWholeChromium,
  needFfmpeg,
  node,
  onOrphaned,
  refuse,
  root,
} from './setup.mjs';

const folder = join(root, 'bench');
const all = readdirSync(folder)
  .filter((name) => /^[a-z-]+\.ts$/.test(name) && !/^export /m.test(readFileSync(join(folder, name), 'utf8')))
  .map((name) => name.slice(0, -3));
const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!all.includes(name)) refuse(`There is no measurement ${name}. There are: ${all.join(', ')}.`);

await installBesideNothing();
needFfmpeg();
needWholeChromium();
build();
const failed = [];
let running = null;
// All of them take hours, and without npm their output has no reader any more.
onOrphaned(() => {
  running?.kill('SIGTERM');
  process.exit(1);
});
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n${name}`);
  running = spawn(node, ['--import', join(root, 'scripts/run-folder.ts'), join(folder, `${name}.ts`)], {
    cwd: root,
    stdio: 'inherit',
  });
  const status = await new Promise((done) => running.once('exit', done));
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) refuse(`\nOut of bounds: ${failed.join(', ')}`);
