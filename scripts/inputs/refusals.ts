import { request } from 'node:http';
import type { Caller, Json } from '../product.ts';

export interface Answer {
  status: number;
  text: string;
  body: Json;
}

/** A message for people: a sentence, without the words of machines. */
export const isSentence = (text: unknown): boolean =>
  typeof text === 'string' && /^[A-Z].{8,}[.!]$/s.test(text) && !/error:|stack|ffmpeg|\/tmp|undefined/i.test(text);

/** What no answer may be: a failure of ours, a file of the machine, a refusal without a sentence. */
export function faultsOf(answer: Answer): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`HTTP ${answer.status}: ${answer.text.slice(0, 200)}`);
  if (/root:.{0,5}:0:0:/.test(answer.text)) faults.push('a file of the machine in an answer');
  if (answer.status >= 400 && !isSentence(answer.body?.message))
    faults.push(`no clear sentence: ${answer.text.slice(0, 200)}`);
  return faults;
}

/** A request whose head and body need not agree, written until an answer comes; how many bytes of body were taken. */
export function sendRaw(
  url: string,
  caller: Caller,
  headers: Record<string, string>,
  body: Iterable<Buffer>,
): Promise<{ answer: Answer | null; sent: number }> {
  return new Promise((done) => {
    let sent = 0;
    let ended = false;
    const end = (answer: Answer | null): void => {
      if (ended) return;
      ended = true;
      clearTimeout(clock);
      outgoing.destroy();
      done({ answer, sent });
    };
    const outgoing = request(`${url}/api/upload`, { method: 'POST', headers: { ...headers, cookie: caller.cookie } });
    const clock = setTimeout(() => end(null), 3000);
    outgoing.on('error', () => setTimeout(() => end(null), 200));
    outgoing.on('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', () => end(null));
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const isJson = String(incoming.headers['content-type']).startsWith('application/json');
        end({ status: incoming.statusCode ?? 0, text, body: isJson ? JSON.parse(text) : null });
      });
    });
    const parts = body[Symbol.iterator]();
    const next = (): void => {
      const part = parts.next();
      if (ended || outgoing.destroyed) return;
      // Without `end`: a body that is shorter than its length said leaves the server waiting, as a dead line does.
      if (part.done === true) return headers['content-length'] === undefined ? void outgoing.end() : undefined;
      outgoing.write(part.value, (error) => {
        if (error) return;
        sent += part.value.length;
        next();
      });
    };
    next();
  });
}
