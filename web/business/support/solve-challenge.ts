import type { SolvedChallenge } from '@scoville/contract/platform/http/captcha.ts';
import { fetchChallenge } from './support.calls.ts';

/**
 * Requests a proof of work, solves it in a worker, and returns the response for the form.
 *
 * @throws if there is no challenge or no solution; throws the signal's reason if it is aborted
 */
export async function solveNewChallenge(signal: AbortSignal): Promise<string> {
  const { challenge } = await fetchChallenge();
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<SolvedChallenge['solution']>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      worker.addEventListener('message', ({ data }: MessageEvent<SolvedChallenge['solution'] | null>) =>
        data === null ? reject(new Error('Nothing solves this challenge.')) : resolve(data),
      );
      worker.addEventListener('error', ({ message }) =>
        reject(new Error(message || 'The worker could not be loaded.')),
      );
      worker.postMessage(challenge, { transfer: [] });
    });
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
