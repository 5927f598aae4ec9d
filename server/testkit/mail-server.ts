import { type TestServer, startTestServer } from './server.ts';
import { type TestSmtp, startSmtp } from './smtp.ts';

export interface MailTestServer extends TestServer {
  /** The SMTP server that receives the product's mail. */
  smtp: TestSmtp;
  /** Deletes all mails, written and received, and all refusals. */
  clearMail(): Promise<void>;
}

/** Starts the product at https://scoville.example, and a real SMTP server for its mail. Close it in `afterAll`. */
export async function startMailTestServer(settings: Record<string, string> = {}): Promise<MailTestServer> {
  const smtp = await startSmtp();
  const server = await startTestServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://scoville.example', ...settings });
  return {
    ...server,
    smtp,
    async clearMail() {
      smtp.received.splice(0);
      smtp.refusals.clear();
      await server.app.db`delete from outbox`;
    },
    async close() {
      await server.close();
      await smtp.close();
    },
  };
}
