// `npm start`: installs, builds and runs. Takes seconds if nothing changed. `npm run dev` runs from the sources and
// builds nothing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, endWith, install, needFfmpeg, node, root } from './setup.mjs';

const development = process.argv.includes('--dev');
install();
needFfmpeg();
if (!development) build();

const env = { ...process.env, NODE_ENV: development ? 'development' : 'production' };
// The channel closes with this process, however it ends; then the supervisor stops.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
endWith(() => spawn(node, [join(root, 'server/frame/supervisor/supervise.ts')], { cwd: root, env, stdio }));
