import { createReadStream } from 'node:fs';

/**
 * Yields the lines of a file one by one, since a list of millions of files can be longer than a string may be. Skips
 * text behind the last line break: its writer was killed before the line was complete.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
