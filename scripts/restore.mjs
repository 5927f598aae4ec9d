// `npm run restore -- FOLDER`: makes an installation of a backup, in an empty DATA_DIR or an empty database and bucket
// (docs/operations.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
const given = process.argv.slice(2);
endWith(() => spawn(node, [join(root, 'scripts/restore.ts'), ...given], { cwd: root, stdio: 'inherit' }));
