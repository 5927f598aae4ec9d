// `npm run backup -- FOLDER`: copies database and files of this installation, while it runs, into a new folder
// (docs/operations.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
const given = process.argv.slice(2);
endWith(() => spawn(node, [join(root, 'scripts/backup.ts'), ...given], { cwd: root, stdio: 'inherit' }));
