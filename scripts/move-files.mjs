// `npm run move-files`: copies the files of an installation from its folder into the bucket that the S3 settings name,
// while the product runs without these settings (docs/servers.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
endWith(() => spawn(node, [join(root, 'scripts/move-files.ts')], { cwd: root, stdio: 'inherit' }));
