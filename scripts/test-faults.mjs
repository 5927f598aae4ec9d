// `npm run test:faults [-- --minutes N --seed NAME]`
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
build();
process.exit(
  spawnSync(node, [join(root, 'scripts/faults.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
    .status ?? 1,
);
