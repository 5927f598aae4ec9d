import { toPlainText } from '@react-email/render';
import { BEGIN, END } from '@scoville/contract/isolated.ts';

/** What html-to-text, which has no types of its own, gives a formatter. */
interface Builder {
  addInline(text: string): void;
}
type Walk = (children: unknown, builder: Builder) => void;

const formatters = {
  /** A name in a sentence: without HTML, characters keep it from turning what is around it. */
  name({ children }: { children: unknown }, walk: Walk, builder: Builder) {
    builder.addInline(BEGIN);
    walk(children, builder);
    builder.addInline(END);
  },
};

/** What a mail says without HTML; headings as they are written, since they hold people's titles. */
export const plainText = (html: string): string =>
  toPlainText(html, {
    formatters,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'bdi', format: 'name' },
    ],
  });
