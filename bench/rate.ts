import { Agent, type RequestOptions, get } from 'node:http';

const CONNECTIONS = 16;

/**
 * Responses per second of one address over 16 keep-alive connections, for `seconds`; any status but `wanted` ends the
 * bench.
 */
export async function answersPerSecond(
  url: string | (() => string),
  seconds: number,
  wanted = 200,
  headersOf: () => RequestOptions['headers'] = () => ({}),
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  const one = () =>
    new Promise<void>((done, fail) => {
      get(typeof url === 'string' ? url : url(), { agent, headers: headersOf() }, (answer) => {
        if (answer.statusCode !== wanted) fail(new Error(`${String(url)} answered ${answer.statusCode}`));
        answer.resume();
        answer.once('end', () => done());
      }).once('error', fail);
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        await one();
        answered += 1;
      }
    }),
  );
  agent.destroy();
  return answered / seconds;
}
