import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as a real SMTP server received it. */
export interface Received {
  to: string;
  raw: string;
  mail: Email;
}

export interface TestSmtp {
  /** The value for SMTP_URL. */
  url: string;
  received: Received[];
  /** The refusals of recipients, by address. */
  refusals: Map<string, { code: number; message: string }>;
  /** Accepts all mails that wait because of `holdsAnswers`. */
  answer(): void;
  /** The number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * Starts an SMTP server that keeps the mails it receives. Close it in `afterAll`.
 * @param greeting the code with which it refuses connections
 * @param silentAtData receives mails and never confirms them
 * @param holdsAnswers receives mails and confirms them when `answer` is called
 */
export async function startSmtp({
  greeting,
  silentAtData,
  holdsAnswers,
}: { greeting?: number; silentAtData?: boolean; holdsAnswers?: boolean } = {}): Promise<TestSmtp> {
  let connections = 0;
  const waiting: (() => void)[] = [];
  const received: Received[] = [];
  const refusals: TestSmtp['refusals'] = new Map();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections += 1;
      callback(greeting === undefined ? null : Object.assign(new Error('no service here'), { responseCode: greeting }));
    },
    onRcptTo({ address }, _session, callback) {
      const refusal = refusals.get(address);
      callback(
        refusal === undefined ? null : Object.assign(new Error(refusal.message), { responseCode: refusal.code }),
      );
    },
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8');
        void (async () => {
          const mail = await PostalMime.parse(raw);
          for (const { address } of envelope.rcptTo) received.push({ to: address, raw, mail });
          if (holdsAnswers === true) waiting.push(callback);
          else if (silentAtData !== true) callback();
        })();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    answer: () => {
      for (const callback of waiting.splice(0)) callback();
    },
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A header of a received mail, or null. */
export const headerOf = ({ mail }: Received, name: string): string | null =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? null;
