import { constants } from 'node:buffer';
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const WRITER = `
const { openSync, writeSync } = require('node:fs');
const [path, line, count] = process.argv.slice(1);
const file = openSync(path, 'w');
const all = (text) => { for (let at = 0; at < text.length;) at += writeSync(file, text, at); };
const block = Buffer.from((line + '\\n').repeat(1000));
for (let left = Number(count); left > 0; left -= 1000) all(left < 1000 ? block.subarray(0, left * (line.length + 1)) : block);
`;

/**
 * Replaces a file by a list that repeats one line, with more characters than a string may hold. It is a pipe, which can
 * be read once and takes no disk space. Returns the number of lines.
 */
export async function pipeLongList(path: string, line: string): Promise<number> {
  await promisify(execFile)('mkfifo', [path]);
  const count = Math.ceil(constants.MAX_STRING_LENGTH / (line.length + 1)) + 1;
  const writer = spawn(process.execPath, ['-e', WRITER, path, line, String(count)], { stdio: 'ignore' });
  onTestFinished(() => void writer.kill('SIGKILL'));
  return count;
}
