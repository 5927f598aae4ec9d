import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

// Beside the page, which stays quick: gets a challenge, and answers with its solution, or null when there is none.
self.addEventListener('message', ({ data }: MessageEvent<Parameters<typeof solveChallenge>[0]['challenge']>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) =>
      self.postMessage(solution && { counter: solution.counter, derivedKey: solution.derivedKey }, { transfer: [] }),
    (error: unknown) => {
      console.error(error);
      self.postMessage(null, { transfer: [] });
    },
  );
});
