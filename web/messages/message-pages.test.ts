import type { Message } from '@scoville/contract/messages.ts';
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

describe('messages that come while one looks', () => {
  const shown = { pages: [page(31, 60, true), page(1, 30, false)], pageParams: [undefined, message(31).createdAt] };

  it('stand behind what is known, and older pages stay', () => {
    const after = withNewest(shown, page(33, 62, true));
    expect(textsOf(after)).toEqual(Array.from({ length: 62 }, (_, index) => `Message ${index + 1}`));
    expect(after.pages.map(({ hasMore }) => hasMore)).toEqual([true, false]);
    expect(after.pageParams).toEqual(shown.pageParams);
  });

  it('change nothing when there are none, but bring what became of those that are known', () => {
    expect(withNewest(shown, page(31, 60, true))).toEqual(shown);
    const gone = { messages: [...page(32, 59, true).messages, message(60, 'Shared, and gone')], hasMore: true };
    expect(textsOf(withNewest(shown, gone)).slice(-2)).toEqual(['Message 59', 'Shared, and gone']);
  });

  it('stand alone when more came than a page holds: what is between is not known', () => {
    const far = page(100, 129, true);
    expect(withNewest(shown, far)).toEqual({ pages: [far], pageParams: [undefined] });
  });

  it('are the first of an empty conversation', () => {
    const none = { pages: [{ messages: [], hasMore: false }], pageParams: [undefined] };
    expect(textsOf(withNewest(none, page(1, 1, false)))).toEqual(['Message 1']);
  });
});
