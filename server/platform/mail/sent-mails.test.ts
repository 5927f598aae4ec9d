import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { render } from '@react-email/render';
import { transaction } from '../db/connection.ts';
import { MAILS, type Words } from '../../testkit/mails.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import { headerOf } from '../../testkit/smtp.ts';
import { plainText } from './plain-text.ts';
import { sendMail } from './send-mail.ts';
import { writeToOutbox } from './write-mail.ts';

/**
 * User input that needs encoding: long lines, lines that begin with a dot, characters beyond ASCII and beyond the first
 * plane.
 */
const WORDS: Words = {
  name: 'Zoë Ñandú',
  title: 'Ça va? “Ω” 👩‍👩‍👧 = 100 %',
  text: `.\n.. starts with dots\n${'a long line of words '.repeat(80)}\nFrom here\t=3D مرحبا`,
};
const STOP =
  'https://scoville.example/account/unsubscribe?email=a%40b.co&token=0123456789-abcdefghij_0123456789-abcdefghij';

/** Converts the line breaks of SMTP to the usual ones. */
const lines = (text: string | undefined) => (text ?? '').replaceAll('\r\n', '\n').trimEnd();

describe('every mail, as an SMTP server receives it', () => {
  let server: MailTestServer;
  beforeAll(async () => {
    server = await startMailTestServer({ MAIL_FROM: 'Scoville <post@example.org>' });
  });
  afterAll(() => server.close());

  for (const [name, mail] of Object.entries(MAILS)) {
    it(`${name}: subject, text and HTML are received as written, with headers to unsubscribe if possible`, async () => {
      await server.clearMail();
      const template = mail(WORDS);
      const html = await render(template);
      // A mail with a link to unsubscribe also has the headers for it.
      const unsubscribeUrl = plainText(html).includes('\nUnsubscribe ') ? STOP : null;
      const subject = `${WORDS.title} by ${WORDS.name}, in ${name}: a subject that takes more than one line of a header`;
      await transaction(server.app.db, (tx) =>
        writeToOutbox(tx, {
          to: 'somebody@example.org',
          subject,
          kind: 'test',
          dedupeKey: name,
          template,
          unsubscribeUrl,
          pictures: [],
        }),
      );
      await sendMail(server.app);
      expect(server.smtp.received).toHaveLength(1);
      const [received] = server.smtp.received;
      if (received === undefined) throw new Error('Nothing arrived.');
      expect(received.to).toBe('somebody@example.org');
      expect(received.mail.subject).toBe(subject);
      expect(lines(received.mail.text)).toBe(lines(plainText(html)));
      expect(lines(received.mail.html)).toBe(lines(html));
      expect(received.mail.attachments).toEqual([]);
      expect(headerOf(received, 'Auto-Submitted')).toBe('auto-generated');
      expect(headerOf(received, 'List-Unsubscribe')).toBe(unsubscribeUrl && `<${unsubscribeUrl}>`);
      expect(headerOf(received, 'List-Unsubscribe-Post')).toBe(unsubscribeUrl && 'List-Unsubscribe=One-Click');
    });
  }
});
