import { MediaError } from './media-error.ts';
import { findTools } from './tools.ts';

/** Something about this machine's ffmpeg that its operator should know. */
export interface Concern {
  name: 'ffmpeg-missing' | 'ffmpeg-old' | 'ffmpeg-open' | 'ffmpeg-colours';
  text: string;
}

/** What is wrong with the ffmpeg of this machine, in sentences for its operator; empty when all is well. */
export async function concernsAboutFfmpeg(env: { FFMPEG_PATH: string; FFPROBE_PATH: string }): Promise<Concern[]> {
  try {
    const { version, vulnerabilities, sandbox, canToneMap } = await findTools({
      ffmpeg: env.FFMPEG_PATH,
      ffprobe: env.FFPROBE_PATH,
    });
    const concerns: Concern[] = [];
    if (vulnerabilities.length > 0) {
      const certain = vulnerabilities.some(({ state }) => state === 'open');
      const names = vulnerabilities.map(({ id, fixedIn }) => `${id} (mended in ${fixedIn})`).join(', ');
      concerns.push({
        name: 'ffmpeg-old',
        text: `ffmpeg ${version} ${certain ? 'has known holes' : 'may have known holes, unless its distribution mended them'}: ${names}. Install a newer one.`,
      });
    }
    if (sandbox.kind === 'none')
      concerns.push({
        name: 'ffmpeg-open',
        text: 'Files from strangers are decoded without a sandbox: install bubblewrap, or run the worker as root so that setpriv can drop its rights.',
      });
    if (!canToneMap)
      concerns.push({
        name: 'ffmpeg-colours',
        text: 'This ffmpeg lacks zscale or tonemap: videos with a high dynamic range will look dull.',
      });
    return concerns;
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return [{ name: 'ffmpeg-missing', text: 'There is no ffmpeg that works: files wait and cannot be processed.' }];
  }
}
