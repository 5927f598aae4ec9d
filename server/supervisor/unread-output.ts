/**
 * Lets this process go on when nobody reads what it prints any more (`npm start | head`, a closed terminal): what it
 * started would be left without it. Node ends a process at the second line that nobody takes.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
