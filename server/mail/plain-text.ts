import { toPlainText } from '@react-email/render';

/** What a mail says without HTML; headings as they are written, since they hold people's titles. */
export const plainText = (html: string): string =>
  toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });
