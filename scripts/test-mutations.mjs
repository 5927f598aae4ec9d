// `npm run test:mutations`: changes the rules and the guards, one small change at a time, and lists which changes no test
// notices. By hand: it takes ten minutes on two cores. Fails below 90 % of noticed changes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './setup.mjs';

install();
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const done = spawnSync(node, [stryker, 'run', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(done.status ?? 1);
