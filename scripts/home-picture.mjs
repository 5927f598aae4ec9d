// `npm run home-picture`: takes the README's picture of Home, docs/home.png.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, needFfmpeg, needWholeChromium, node, root } from './setup.mjs';

install();
needFfmpeg();
needWholeChromium();
build();
process.exit(spawnSync(node, [join(root, 'scripts/home-picture.ts')], { cwd: root, stdio: 'inherit' }).status ?? 1);
