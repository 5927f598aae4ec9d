// `npm run doctor`: reports the settings, the reachable services, the outdated parts, and what to do
// (docs/operations.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
endWith(() => spawn(node, [join(root, 'scripts/doctor.ts')], { cwd: root, stdio: 'inherit' }));
