// `npm run simulate -- [--days 365] [--reviewers 40] [--submissions-per-day 60] [--seed 1] [--outages 0.1] [--waves 3]`:
// lets the review desk live through simulated time, on a database of its own (docs/simulation.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
const folder = join(root, 'scripts/simulate');
endWith(() =>
  spawn(node, ['--import', join(folder, 'without-mail.ts'), join(folder, 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  }),
);
