// `node scripts/tests/run.ts core|rest|all [--inputs FOLDER]`: runs the stages of a command. scripts/test.mjs sets up what
// it needs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Part, ROOT, plan } from './plan.ts';
import { Stages } from './stages.ts';

const COMMANDS: Record<string, { name: string; parts: Part[] }> = {
  core: { name: 'npm test', parts: ['core'] },
  rest: { name: 'npm run test:rest', parts: ['rest'] },
  all: { name: 'npm run test:all', parts: ['core', 'rest'] },
};

const { values, positionals } = parseArgs({ options: { inputs: { type: 'string' } }, allowPositionals: true });
const command = COMMANDS[positionals[0] ?? ''];
if (!command) throw new Error(`The first argument is one of ${Object.keys(COMMANDS).join(', ')}.`);

const reports = mkdtempSync(join(tmpdir(), 'scoville-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
const stages = new Stages(ROOT);
for (const part of command.parts)
  for (const group of plan(part, { reports, inputs: values.inputs }))
    await Promise.all(group.map((stage) => stages.run(stage)));
process.exit(stages.end(command.name));
