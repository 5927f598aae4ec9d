import { createReadStream } from 'node:fs';

/**
 * The lines of a file, one after the other: a list of millions of files is longer than what a string may hold. What
 * follows the last line break is no line: whoever wrote it was killed before it was whole.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
