import type { Message } from '@scoville/contract/community/messages/messages.ts';
import { describe, expect, it } from 'vitest';
import { withNewest } from './message-pages.ts';

const message = (n: number, text = `Message ${n}`): Message => ({
  id: `m${n}`,
  from: 'somebody',
  text,
  sharesMedia: false,
  media: null,
  zone: null,
  createdAt: new Date(n).toISOString(),
});
const page = (from: number, to: number, hasMore: boolean) => ({
  messages: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  hasMore,
});
const textsOf = (pages: ReturnType<typeof withNewest>) =>
  pages.pages.toReversed().flatMap(({ messages }) => messages.map(({ text }) => text));

describe('new messages in an open conversation', () => {
  const shown = { pages: [page(31, 60, true), page(1, 30, false)], pageParams: [undefined, message(31).createdAt] };

  it('are added after the known messages, and older pages are kept', () => {
    const after = withNewest(shown, page(33, 62, true));
    expect(textsOf(after)).toEqual(Array.from({ length: 62 }, (_, index) => `Message ${index + 1}`));
    expect(after.pages.map(({ hasMore }) => hasMore)).toEqual([true, false]);
    expect(after.pageParams).toEqual(shown.pageParams);
  });

  it('leave the pages as they are if none arrived, except that known messages are updated', () => {
    expect(withNewest(shown, page(31, 60, true))).toEqual(shown);
    const gone = { messages: [...page(32, 59, true).messages, message(60, 'Shared, and gone')], hasMore: true };
    expect(textsOf(withNewest(shown, gone)).slice(-2)).toEqual(['Message 59', 'Shared, and gone']);
  });

  it('disappear when they are removed: the latest, one in between, or one of an older page', () => {
    const without = (from: number, hasMore: boolean, ...removed: number[]) => {
      const { messages } = page(from, 60, hasMore);
      return { messages: messages.filter(({ id }) => !removed.some((n) => id === `m${n}`)), hasMore };
    };
    const all = Array.from({ length: 60 }, (_, index) => index + 1);
    for (const [from, ...removed] of [
      [30, 60],
      [30, 45],
      [28, 45, 50, 60],
      [10, ...all.slice(40, 60)],
      [27, 29, 45],
    ] as const) {
      const texts = all.filter((n) => !removed.some((gone) => gone === n)).map((n) => `Message ${n}`);
      expect(textsOf(withNewest(shown, without(from, true, ...removed)))).toEqual(texts);
    }
    // A single page that holds everything, and one with more messages before it.
    const whole = { pages: [page(31, 60, false)], pageParams: [undefined] };
    expect(textsOf(withNewest(whole, without(31, false, 31, 60))).slice(0, 1)).toEqual(['Message 32']);
    const first = { pages: [page(31, 60, true)], pageParams: [undefined] };
    const reread = withNewest(first, without(30, true, 60));
    expect(textsOf(reread)).toEqual(all.slice(29, 59).map((n) => `Message ${n}`));
    expect(textsOf(withNewest(first, { messages: [], hasMore: false }))).toEqual([]);
  });

  it('replace all pages if they don’t reach back to the known messages, because others may be missing between', () => {
    const far = page(100, 129, true);
    expect(withNewest(shown, far)).toEqual({ pages: [far], pageParams: [undefined] });
  });

  it('are the first messages of an empty conversation', () => {
    const none = { pages: [{ messages: [], hasMore: false }], pageParams: [undefined] };
    expect(textsOf(withNewest(none, page(1, 1, false)))).toEqual(['Message 1']);
  });
});
