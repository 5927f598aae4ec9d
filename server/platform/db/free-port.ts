import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Well-known services use lower ports. */
const LEAST = 10_000;
/** No system that we know uses lower ports than this for outgoing connections. */
const MOST = 32_767;

/**
 * Finds a free port of the loopback. It is outside the range for outgoing connections, from which the system might take
 * it again before the caller listens on it.
 * @param random returns a whole number from `low` to below `high`
 */
export async function freePort(random: (low: number, high: number) => number = randomInt): Promise<number> {
  const end = Math.min(firstOutgoing(), MOST);
  const tries = end > LEAST ? 100 : 0;
  for (let n = 0; n < tries; n += 1) {
    const port = random(LEAST, end);
    if ((await listenOnce(port)) !== null) return port;
  }
  const port = await listenOnce(0);
  if (port === null) throw new Error('There is no free port.');
  return port;
}

function firstOutgoing(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)[0]);
  } catch {
    return MOST;
  }
}

/** Listens on a port for a moment; returns the port, or null if it is taken. */
const listenOnce = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null));
    });
  });
