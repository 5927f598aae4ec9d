// `npm run doctor`: says what is configured, what is reachable, what is old, and what to do (docs/operations.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needInstallation, node, root } from './setup.mjs';

needInstallation();
process.exit(spawnSync(node, [join(root, 'scripts/doctor.ts')], { cwd: root, stdio: 'inherit' }).status ?? 1);
