// `npm run verify-trail`: recomputes the hashes and draws of all reviews (docs/reviews.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWith, needInstallation, node, root } from './setup.mjs';

needInstallation();
endWith(() => spawn(node, [join(root, 'scripts/verify-trail.ts')], { cwd: root, stdio: 'inherit' }));
