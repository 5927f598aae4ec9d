import { solveChallenge } from 'altcha-lib';

type Challenge = Parameters<typeof solveChallenge>[0]['challenge'];

// Runs outside the page's thread, so that the page stays responsive. Receives a challenge and posts its solution, or
// null if no solution was found.
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solve(data).then(
    (solution) => self.postMessage(solution, { transfer: [] }),
    (error: unknown) => {
      console.error(error);
      self.postMessage(null, { transfer: [] });
    },
  );
});

async function solve(challenge: Challenge): Promise<{ counter: number; derivedKey: string } | null> {
  const { deriveKey } = self.isSecureContext
    ? await import('altcha-lib/algorithms/web/pbkdf2')
    : await import('./derive-key.ts');
  const solution = await solveChallenge({ challenge, deriveKey });
  return solution && { counter: solution.counter, derivedKey: solution.derivedKey };
}
