// `npm run move-files`: copies the files of an installation from its folder into the bucket that the S3 settings name,
// while the product runs without them (docs/servers.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needInstallation, node, root } from './setup.mjs';

needInstallation();
process.exit(spawnSync(node, [join(root, 'scripts/move-files.ts')], { cwd: root, stdio: 'inherit' }).status ?? 1);
