import type { ReactElement } from 'react';
import { render, toPlainText } from '@react-email/render';
import type { Db } from '../db/connection.ts';
import { newId } from '../ids.ts';

export interface Letter {
  to: string;
  subject: string;
  /** What sort of mail it is, such as `verdict`. */
  kind: string;
  /** Names its occasion: a second letter with the same key is not written. */
  dedupeKey: string;
  template: ReactElement;
}

/**
 * Writes a mail into the outbox, in the caller's transaction: it is sent if and only if its reason was kept. Header
 * fields are one line, whatever a title holds.
 */
export async function writeMail(tx: Db, { to, subject, kind, dedupeKey, template }: Letter): Promise<void> {
  const html = await render(template);
  const text = toPlainText(html);
  const oneLine = subject.replaceAll(/\s+/g, ' ').trim().slice(0, 250).toWellFormed();
  await tx`
    insert into outbox (id, "to", subject, text, html, kind, dedupe_key)
    values (${newId()}, ${to}, ${oneLine}, ${text}, ${html}, ${kind}, ${dedupeKey})
    on conflict (dedupe_key) do nothing`;
}
