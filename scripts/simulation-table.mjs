// `npm run simulation-table [-- SEED...]`: the results of simulated years for docs/simulation.md.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
endWith(() =>
  spawn(node, [join(root, 'scripts/simulate/table.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }),
);
