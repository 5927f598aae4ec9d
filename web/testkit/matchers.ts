import { expect } from 'vitest';
import { type Locator, locators } from 'vitest/browser';

const spaced = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The text of each element that currently matches a locator, with single spaces. */
export const textsOf = (locator: Locator): string[] => locator.elements().map(({ textContent }) => spaced(textContent));

locators.extend({
  getBySelector(selector: string) {
    return `css=${selector}`;
  },
});

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Finds elements by a CSS selector, if no role, label or text identifies them. */
    getBySelector: (selector: string) => Locator;
  }
}

expect.extend({
  /** Compares the whole text, with single spaces; `toHaveTextContent` accepts a part of it. */
  toHaveText(element: Element | null, expected: string | RegExp) {
    const text = spaced(element?.textContent ?? null);
    const pass = element !== null && (typeof expected === 'string' ? text === expected : expected.test(text));
    return { pass, message: () => `The text of the element is not as expected.`, actual: text, expected };
  },
});

declare module 'vitest' {
  // Vitest declares this interface with the same parameter, and adds its own matchers in the same way.
  interface Matchers<T> {
    toHaveText: (expected: string | RegExp) => T;
  }
}

/** Waits until the page doesn't scroll sideways any more; scripts may still be measuring the layout. */
export async function expectNoSideways(): Promise<void> {
  await expect.poll(stickingOut, { message: `what is too wide on ${location.pathname}` }).toEqual([]);
}

function stickingOut(): string[] {
  const { innerWidth } = window;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return [];
  const all = [...document.querySelectorAll('body *')];
  const wide = all.filter((element) => element.getBoundingClientRect().right > innerWidth);
  // Text, margins and pseudo-elements have no box of their own.
  const texts =
    wide.length === 0 ? all.filter((element) => element.clientWidth !== 1 && textEnd(element) > innerWidth) : [];
  if (wide.length + texts.length === 0) return [`the page, ${scrollWidth} px`];
  return [...wide, ...texts].slice(0, 5).map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`);
}

/** The x position, in px, where the element's own text ends; 0 if it has none. */
function textEnd(element: Element): number {
  const range = document.createRange();
  const ends = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => {
      range.selectNodeContents(node);
      return range.getBoundingClientRect().right;
    });
  return Math.max(0, ...ends);
}
