import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { ServerEvent } from '@scoville/contract/events.ts';

/** A client of `/api/events` that collects events as they arrive. */
export interface StreamReader {
  status: number;
  headers: IncomingHttpHeaders;
  /** The next event for which `wanted` returns true. Earlier events are discarded. */
  next(wanted?: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  /** Everything received so far, unparsed. */
  text(): string;
  /** Resolves when the answer has ended, from either side. */
  over: Promise<void>;
  leave(): void;
}

/** @param cookies the cookies of the browser that reads */
export async function readStream(origin: string, cookies: ReadonlyMap<string, string>): Promise<StreamReader> {
  const call: ClientRequest = request(`${origin}/api/events`, {
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    agent: false,
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject).end();
  });
  let text = '';
  let rest = '';
  const events: ServerEvent[] = [];
  let wake = () => {};
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) events.push(ServerEvent.parse({ name, data: JSON.parse(data) }));
    }
    wake();
  });
  const over = new Promise<void>((resolve) => {
    answer.once('close', resolve).on('error', () => resolve());
  });
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    over,
    text: () => text,
    async next(wanted = () => true) {
      for (;;) {
        for (let event = events.shift(); event !== undefined; event = events.shift()) if (wanted(event)) return event;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    leave: () => call.destroy(),
  };
}
