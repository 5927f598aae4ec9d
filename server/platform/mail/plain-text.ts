import { toPlainText } from '@react-email/render';
import { BEGIN, END } from '@scoville/contract/platform/lib/isolated.ts';

/** The formatter's interface of html-to-text, which has no types. */
interface Builder {
  addInline(text: string): void;
}
type Walk = (children: unknown, builder: Builder) => void;

const formatters = {
  /** Wraps a name in bidi isolates, because plain text has no `<bdi>`. */
  name({ children }: { children: unknown }, walk: Walk, builder: Builder) {
    builder.addInline(BEGIN);
    walk(children, builder);
    builder.addInline(END);
  },
};

/** A mail as plain text. Headings keep their letter case, because they contain users' titles. */
export const plainText = (html: string): string =>
  toPlainText(html, {
    formatters,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'bdi', format: 'name' },
    ],
  });
