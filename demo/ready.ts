import { SettingError, readLaunchEnv } from '../server/env.ts';

/** Ends with 0 when the product at PUBLIC_URL can serve, with 1 when not. */
async function isReady(): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health', readLaunchEnv().PUBLIC_URL), {
      signal: AbortSignal.timeout(3000),
    });
    return answer.ok;
  } catch (error) {
    if (error instanceof SettingError) console.error(error.message);
    // Nobody listens there yet.
    return false;
  }
}

process.exitCode = (await isReady()) ? 0 : 1;
