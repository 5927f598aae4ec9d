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

interface Sending {
  /** Does the request end with its body? One that does not leaves the server waiting, as a dead line does. */
  ends: boolean;
  /** Milliseconds that the server has for its answer. */
  wait?: number;
}

/**
 * A request whose head and body need not agree, written until an answer comes. Without one, `closed` says whether the
 * server closed the connection; otherwise it only waited.
 */
export function sendRaw(
  url: string,
  caller: Caller,
  headers: Record<string, string>,
  body: Iterable<Buffer>,
  { ends, wait = 3000 }: Sending,
): Promise<{ answer: Answer | null; closed: boolean }> {
  return new Promise((done) => {
    let ended = false;
    const end = (answer: Answer | null, closed = false): void => {
      if (ended) return;
      ended = true;
      clearTimeout(clock);
      outgoing.destroy();
      done({ answer, closed });
    };
    const outgoing = request(`${url}/api/upload`, { method: 'POST', headers: { ...headers, cookie: caller.cookie } });
    const clock = setTimeout(() => end(null), wait);
    outgoing.on('error', () => setTimeout(() => end(null, true), 200));
    outgoing.on('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('error', () => end(null, true));
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
      if (part.done === true) return ends ? void outgoing.end() : undefined;
      outgoing.write(part.value, (error) => error || next());
    };
    next();
  });
}
