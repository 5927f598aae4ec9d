import { request } from 'node:http';
import type { Caller, Json } from '../product.ts';

export interface Answer {
  status: number;
  text: string;
  body: Json;
}

/** Whether a text is a message for people: a sentence, without technical terms. */
export const isSentence = (text: unknown): boolean =>
  typeof text === 'string' && /^[A-Z].{8,}[.!]$/s.test(text) && !/error:|stack|ffmpeg|\/tmp|undefined/i.test(text);

/** Faults that no response may have: our own failure, a file of the machine, a refusal without a sentence. */
export function findFaults(answer: Answer): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`HTTP ${answer.status}: ${answer.text.slice(0, 200)}`);
  if (/root:.{0,5}:0:0:/.test(answer.text)) faults.push('a file of the machine in an answer');
  if (answer.status >= 400 && !isSentence(answer.body?.message))
    faults.push(`no clear sentence: ${answer.text.slice(0, 200)}`);
  return faults;
}

interface Sending {
  /** Whether to end the request after the body; if not, the server waits for more, as with a dead connection. */
  ends: boolean;
  /** Milliseconds to wait for the answer. */
  wait?: number;
}

/**
 * Sends a request whose head and body may disagree. Returns the server's answer, or null if the server closed the
 * connection (`closed`) or gave no answer in time.
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
