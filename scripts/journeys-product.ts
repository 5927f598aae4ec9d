// The program that Playwright starts for the journeys: the product, which ends with Playwright, however that ends. Its
// standard input is a pipe from Playwright, which the kernel closes when Playwright is killed.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { prepareData } from '../journeys/testkit/prepare.ts';

let stop: () => void = () => process.exit();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop());
process.stdin.on('close', () => stop()).resume();

await prepareData(process.env['DATA_DIR'] ?? '');
const supervisor = spawn(process.execPath, [resolve(import.meta.dirname, '../server/frame/supervisor/supervise.ts')], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
stop = () => void supervisor.kill('SIGTERM');
supervisor.on('exit', (code) => process.exit(code ?? 1));
