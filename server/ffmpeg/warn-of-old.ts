import type { Logger } from '../log.ts';
import { findTools } from './tools.ts';

/**
 * One line in the worker's log at its start: a warning when its ffmpeg has known holes or may have them, an error when
 * there is none that works. Never throws: the worker's other jobs go on, and files wait for a better day.
 */
export async function warnOfOldFfmpeg(
  env: { FFMPEG_PATH: string; FFPROBE_PATH: string },
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Promise<void> {
  try {
    const { version, vulnerabilities } = await findTools({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH });
    if (vulnerabilities.length === 0) log.info({ version }, 'ffmpeg has no known holes');
    else
      log.warn(
        { version, vulnerabilities: vulnerabilities.map(({ id, state, fixedIn }) => ({ id, state, fixedIn })) },
        'this ffmpeg has known holes, or may have them: install a newer one',
      );
  } catch (error) {
    log.error({ err: error }, 'there is no ffmpeg that works: files cannot be processed');
  }
}
