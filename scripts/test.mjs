// `npm test`, `npm run test:rest` and `npm run test:all`: sets up what is missing, then runs the stages of the command
// (docs/testing.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, needChromium, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
needChromium();
build();
process.exit(
  spawnSync(node, [join(root, 'scripts/tests/run.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
    .status ?? 1,
);
