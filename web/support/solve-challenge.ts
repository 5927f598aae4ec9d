import type { SolvedChallenge } from '@scoville/contract/captcha.ts';
import { askForChallenge } from './support.calls.ts';

/**
 * Asks for a proof of work, does it beside the page, and returns what the form sends.
 *
 * @throws when there is no challenge to be had or nothing solves it; the signal's reason when it is aborted
 */
export async function solveNewChallenge(signal: AbortSignal): Promise<string> {
  const { challenge } = await askForChallenge();
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
