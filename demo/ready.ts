import { SettingError, readLaunchEnv } from '../server/env.ts';

/** How this ends, as scripts/setup.mjs reads it; with anything else when it could not find out. */
const [READY, NOBODY, STARTING] = [0, 3, 4];

/** Asks the product at PUBLIC_URL whether it can serve. */
async function readiness(): Promise<number> {
  try {
    const answer = await fetch(new URL('/api/health', readLaunchEnv().PUBLIC_URL), {
      signal: AbortSignal.timeout(3000),
    });
    if (answer.ok) return READY;
    // What a proxy answers for a product that is not there.
    return [502, 504].includes(answer.status) ? NOBODY : STARTING;
  } catch (error) {
    if (error instanceof SettingError) {
      console.error(error.message);
      return 2;
    }
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? NOBODY : STARTING;
  }
}

process.exitCode = await readiness();
