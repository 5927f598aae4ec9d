import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below it are the ports that services are known by. */
const LEAST = 10_000;
/** Where no system that we know begins to take ports of outgoing connections. */
const MOST = 32_767;

/**
 * A port of the loopback that nobody listens on at this moment. Outside the range from which the system takes the ports
 * of outgoing connections, where it could be taken again before somebody listens on it.
 * @param random a whole number from the first on, below the second
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

/** The port that was listened on, or null when it is taken. */
const listenOnce = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null));
    });
  });
