// `npm test`, `npm run test:all`, `test:rest` and `test:changed`: sets up what is missing, then runs the stages of the
// command (docs/testing.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, needChromium, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
needChromium();
build();
const [command, ...args] = process.argv.slice(2);
const [file, ...given] = command === 'changed' ? ['changed.ts', ...args] : ['run.ts', command, ...args];
process.exit(
  spawnSync(node, [join(root, 'scripts/tests', file), ...given], { cwd: root, stdio: 'inherit' }).status ?? 1,
);
