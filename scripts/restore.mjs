// `npm run restore -- FOLDER`: restores a backup into an empty DATA_DIR, or into an empty database and bucket
// (docs/operations.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
const given = process.argv.slice(2);
endWith(() => spawn(node, [join(root, 'scripts/restore.ts'), ...given], { cwd: root, stdio: 'inherit' }));
