import { SettingError, readLaunchEnv } from '../server/platform/env.ts';

/** Exit codes, which scripts/setup.mjs reads. Any other code means that the check failed. */
const [READY, NOBODY, STARTING] = [0, 3, 4];

/** Checks the health endpoint at PUBLIC_URL, and returns an exit code. */
async function readiness(): Promise<number> {
  try {
    const answer = await fetch(new URL('/api/health', readLaunchEnv().PUBLIC_URL), {
      signal: AbortSignal.timeout(3000),
    });
    if (answer.ok) return READY;
    // A proxy answers with these if the product behind it is down.
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
