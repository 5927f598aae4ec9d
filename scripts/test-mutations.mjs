// `npm run test:mutations` and `npm run test:mutations:web`: make one small change at a time in the rules and guards,
// or in the logic of web/, and list the changes that no test notices. Fail below 90 and 80 % of noticed changes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, needChromium, node, refuse, root } from './setup.mjs';

install();
const args = process.argv.slice(2);
const isConfig = (name) => name.endsWith('.config.mjs');
const configs = args.filter(isConfig);
if (configs.length === 0)
  refuse('Name a configuration: stryker.config.mjs, stryker.web.config.mjs, stryker.screens.config.mjs.');
if (configs.includes('stryker.screens.config.mjs')) needChromium();
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const others = args.filter((name) => !isConfig(name));
// All of them run, even after one that fails.
const ends = configs.map((name) => spawnSync(node, [stryker, 'run', name, ...others], { cwd: root, stdio: 'inherit' }));
process.exit(ends.every(({ status }) => status === 0) ? 0 : 1);
