// `npm run backup -- FOLDER`: copies the database and the files of this installation into a new folder, while it runs
// (docs/operations.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
const given = process.argv.slice(2);
endWith(() => spawn(node, [join(root, 'scripts/backup.ts'), ...given], { cwd: root, stdio: 'inherit' }));
