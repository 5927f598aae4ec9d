/**
 * Keeps this process running when its output is no longer read (`npm start | head`, a closed terminal). Otherwise Node
 * would end it at the second unread line, and its child processes would be left behind.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
