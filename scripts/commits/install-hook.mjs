// Makes git check the subjects of commits in this clone. npm runs it after `npm install` and `npm ci`. It keeps the
// hooks of developers who have their own, and a copy without git (a container, an archive) needs none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(folder));
const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });

if (existsSync(join(root, '.git')) && git('config', '--get', 'core.hooksPath').status === 1)
  git('config', '--local', 'core.hooksPath', 'scripts/commits');
