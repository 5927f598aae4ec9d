import { ProcessingError } from '../processing-error.ts';
import { nodeSandbox } from '../run/node-child.ts';
import { type Protection, type Sandbox, missingProtections } from '../run/sandbox.ts';
import { findTools } from '../run/tools.ts';

/** Something about this machine's ffmpeg that its operator should know. */
export interface Concern {
  name: 'ffmpeg-missing' | 'ffmpeg-old' | 'ffmpeg-open' | 'ffmpeg-colours';
  text: string;
}

/** The problems of this machine's ffmpeg, in sentences for its operator; empty when there are none. */
export async function ffmpegWarnings(env: { FFMPEG_PATH: string; FFPROBE_PATH: string }): Promise<Concern[]> {
  try {
    const { version, vulnerabilities, sandbox, canToneMap } = await findTools({
      ffmpeg: env.FFMPEG_PATH,
      ffprobe: env.FFPROBE_PATH,
    });
    const concerns: Concern[] = [];
    if (vulnerabilities.length > 0) {
      const certain = vulnerabilities.some(({ state }) => state === 'open');
      const names = vulnerabilities.map(({ id, fixedIn }) => `${id} (fixed in ${fixedIn})`).join(', ');
      concerns.push({
        name: 'ffmpeg-old',
        text: `ffmpeg ${version} ${certain ? 'has known vulnerabilities' : 'may have known vulnerabilities, unless its distribution fixed them'}: ${names}. Install a newer one.`,
      });
    }
    const open = sandboxWarning(sandbox, await nodeSandbox());
    if (open !== null) concerns.push({ name: 'ffmpeg-open', text: open });
    if (!canToneMap)
      concerns.push({
        name: 'ffmpeg-colours',
        text: 'This ffmpeg lacks zscale or tonemap: videos with a high dynamic range will look dull.',
      });
    return concerns;
  } catch (error) {
    if (!(error instanceof ProcessingError)) throw error;
    return [{ name: 'ffmpeg-missing', text: 'There is no working ffmpeg: files wait and cannot be processed.' }];
  }
}

const MISSING: Record<Protection, string> = {
  account: 'an account of its own (it has the rights of this server)',
  isolation:
    'isolation (it can read what its account may read on this machine, see its processes, and reach whatever it reaches)',
  limits: 'limits of time and memory',
};

/**
 * Warns of everything that a decoder could reach here if a malicious file took it over, and names the remedy; null when
 * it could reach nothing. Pure.
 */
export function sandboxWarning(...sandboxes: Sandbox[]): string | null {
  const missing = [...new Set(sandboxes.flatMap(missingProtections))];
  if (missing.length === 0) return null;
  const parts = missing.map((part) => MISSING[part]);
  const listed = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  const steps: string[] = [];
  if (missing.includes('limits')) steps.push('install util-linux, which has prlimit, unshare and setpriv');
  else steps.push('allow this server to create namespaces and to mount in them (see ffmpeg in docs/servers.md)');
  if (missing.includes('account')) steps.push('or start it as root, so that decoders get accounts of their own');
  return `Uploaded files are decoded without ${listed}. What to do: ${steps.join('; ')}.`;
}
