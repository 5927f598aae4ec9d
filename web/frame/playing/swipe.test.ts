import { beforeEach, expect, it, vi } from 'vitest';
import { onSwipe } from './swipe.ts';

/** The parts of an element that a swipe reads. Events bubble up to the parents. */
class FakeElement extends EventTarget {
  scrollTop = 0;
  readonly name: string;
  readonly parentElement: FakeElement | null;
  constructor(name: string, parent: FakeElement | null = null) {
    super();
    this.name = name;
    this.parentElement = parent;
  }
  matches(selector: string) {
    return selector.split(', ').includes(this.name);
  }
}

const swiped = vi.fn();
let display: FakeElement;
let lyrics: FakeElement;
let words: FakeElement;
let stop = () => {};
function begin(direction?: 1 | -1): void {
  stop();
  stop = onSwipe(display as unknown as HTMLElement, swiped, direction);
}
beforeEach(() => {
  swiped.mockClear();
  const page = new FakeElement('section');
  // The page below is scrolled itself.
  page.scrollTop = 500;
  display = new FakeElement('dialog', page);
  lyrics = new FakeElement('div', display);
  words = new FakeElement('p', lyrics);
  begin(1);
});

type Place = readonly [x: number, y: number];
const touch = ([clientX, clientY]: Place) => ({ clientX, clientY });
/** Dispatches an event as the display receives it. */
function hear(name: string, target: FakeElement, more: object = {}): void {
  const event = Object.assign(new Event(name), more);
  Object.defineProperty(event, 'target', { value: target });
  display.dispatchEvent(event);
}
const press = (target: FakeElement, ...places: Place[]) => hear('touchstart', target, { touches: places.map(touch) });
const lift = (target: FakeElement, place: Place) => hear('touchend', target, { changedTouches: [touch(place)] });
/** The number of swipes that a finger's movement between two places causes. */
function swipe(target: FakeElement, from: Place, to: Place, meanwhile = () => {}): number {
  swiped.mockClear();
  press(target, from);
  meanwhile();
  lift(target, to);
  return swiped.mock.calls.length;
}

it('fires for a finger that moves far enough in the direction, and more vertically than sideways', () => {
  expect(swipe(words, [0, 100], [30, 150])).toBe(1);
  expect(swipe(words, [0, 100], [0, 140])).toBe(0);
  expect(swipe(words, [0, 100], [60, 150])).toBe(0);
  expect(swipe(words, [0, 100], [-60, 150])).toBe(0);
  expect(swipe(words, [0, 150], [0, 50])).toBe(0);
  begin();
  expect(swipe(words, [0, 150], [0, 50])).toBe(1);
  expect(swipe(words, [0, 100], [0, 150])).toBe(0);
});

it('does not fire where the movement would scroll the display or an element within it', () => {
  for (const scrolled of [display, lyrics, words]) {
    scrolled.scrollTop = 1;
    expect(swipe(words, [0, 100], [0, 200])).toBe(0);
    scrolled.scrollTop = 0;
  }
  expect(swipe(words, [0, 100], [0, 200])).toBe(1);
});

it('does not fire if an element was scrolled on the way, except by overscroll at its beginning', () => {
  const scrollTo = (scrollTop: number) => () => {
    lyrics.scrollTop = scrollTop;
    hear('scroll', lyrics);
    lyrics.scrollTop = 0;
  };
  expect(swipe(words, [0, 100], [0, 200], scrollTo(30))).toBe(0);
  expect(swipe(words, [0, 100], [0, 200], scrollTo(-30))).toBe(1);
});

it('does not fire in a dialog over the display, on a slider, or in a form field', () => {
  for (const name of ['dialog', '[role="slider"]', 'input', 'textarea', 'select']) {
    const within = new FakeElement('span', new FakeElement(name, display));
    expect(swipe(within, [0, 100], [0, 200])).toBe(0);
  }
});

it('does not fire for two fingers, after a touchcancel, or on a zoomed page', () => {
  expect(swipe(words, [0, 100], [0, 200], () => press(words, [0, 100], [50, 100]))).toBe(0);
  expect(swipe(words, [0, 100], [0, 200], () => hear('touchcancel', words))).toBe(0);
  vi.stubGlobal('visualViewport', { scale: 2 });
  expect(swipe(words, [0, 100], [0, 200])).toBe(0);
  vi.unstubAllGlobals();
  expect(swipe(words, [0, 100], [0, 200])).toBe(1);
  stop();
  expect(swipe(words, [0, 100], [0, 200])).toBe(0);
});
