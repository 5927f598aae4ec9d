// `npm run test:inputs [-- FOLDER [ID]]`
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, needChromium, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
needChromium();
build();
process.exit(
  spawnSync(node, [join(root, 'scripts/inputs.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
    .status ?? 1,
);
