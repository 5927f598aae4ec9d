import { expect } from 'vitest';
import { type Locator, locators } from 'vitest/browser';

const spaced = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The text of each element that a locator finds now, with single spaces. */
export const textsOf = (locator: Locator): string[] => locator.elements().map(({ textContent }) => spaced(textContent));

locators.extend({
  getBySelector(selector: string) {
    return `css=${selector}`;
  },
});

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** By a CSS selector, where no role, label or text names the element. */
    getBySelector: (selector: string) => Locator;
  }
}

expect.extend({
  /** The whole text, with single spaces; `toHaveTextContent` is satisfied with a part of it. */
  toHaveText(element: Element | null, expected: string | RegExp) {
    const text = spaced(element?.textContent ?? null);
    const pass = element !== null && (typeof expected === 'string' ? text === expected : expected.test(text));
    return { pass, message: () => `The text of the element is not as expected.`, actual: text, expected };
  },
});

declare module 'vitest' {
  // Vitest declares it with this parameter, and adds its own matchers the same way.
  interface Matchers<T> {
    toHaveText: (expected: string | RegExp) => T;
  }
}

/** Nothing sticks out at the side, once scripts have measured what they lay out: the page scrolls up and down only. */
export async function expectNoSideways(): Promise<void> {
  await expect.poll(stickingOut, { message: `what is too wide on ${location.pathname}` }).toEqual([]);
}

function stickingOut(): string[] {
  const { innerWidth } = window;
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const all = [...document.querySelectorAll('body *')];
  const wide = all.filter((element) => element.getBoundingClientRect().right > innerWidth);
  return wide.slice(0, 5).map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`);
}
