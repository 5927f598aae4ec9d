import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { patient } from '../patience.ts';

interface Silence {
  /** In the format of PULSE_SERVER. */
  address: string;
  close: () => Promise<void>;
}

/**
 * A sound server whose device accepts everything in real time and plays nothing. Without a device Firefox plays no
 * file, and WebKit sometimes none on a busy machine.
 * @param folder an existing folder, which becomes the server's home
 */
export async function openSilence(folder: string): Promise<Silence> {
  const socket = join(folder, 'sound');
  // At the rate of our encodings, so that nothing is resampled.
  const modules = ['module-null-sink rate=48000', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`];
  const sound = spawn(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.map((one) => `--load=${one}`)],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  let problem: string | null = null;
  sound.once('error', (error) => (problem = error.message));
  sound.once('exit', (code) => (problem ??= `exit code ${code}`));
  for (const deadline = Date.now() + patient(30_000); !existsSync(socket); await wait(50))
    if (problem !== null || Date.now() > deadline)
      throw new Error(`PulseAudio did not start: ${problem ?? 'too slow'}`);
  return {
    address: `unix:${socket}`,
    async close() {
      if (sound.exitCode !== null || sound.signalCode !== null) return;
      sound.kill();
      await once(sound, 'exit');
    },
  };
}
