import { setTimeout as wait } from 'node:timers/promises';
import { patient } from '../patience.ts';
import type { Driven } from './driven.ts';

export const BAR = 'section[aria-label=Player]';

/** Finds a visible element by its selector and its accessible name, and marks it so that it can be clicked. */
const FIND = `
  const [where, what, name, mark] = arguments;
  const called = (one) => one.getAttribute('aria-label') ??
    (one.labels?.[0] ?? one).textContent.replace(/\\s+/g, ' ').trim();
  for (const one of document.querySelectorAll(where + ' ' + what)) {
    if (called(one) !== name || one.getClientRects().length === 0 || one.disabled) continue;
    one.dataset.found = mark;
    return true;
  }
  return false;`;
/** The path of the page, the state of every media element, and the readable text. */
const SAYS = `const ranges = (one) => Array.from(one, (_, at) => one.start(at).toFixed(1) + '-' + one.end(at).toFixed(1)).join(' ');
  const elements = Array.from(document.querySelectorAll('video, audio'), (one) => '[' + one.currentTime.toFixed(2) + ' of ' +
    one.duration + (one.paused ? ' paused' : ' playing') + ', ready ' + one.readyState + ', network ' + one.networkState +
    ', buffered ' + ranges(one.buffered) + ', ' + (one.error?.message ?? 'no error') + ', ' + one.currentSrc.split('/').at(-1) + ']');
  return [location.pathname, ...elements, document.querySelector('${BAR}')?.innerText, document.body.innerText].join(' ')
    .replace(/\\s+/g, ' ')`;

/** One step of a journey. The summary at the end counts steps. */
export type Step = [what: string, work: () => Promise<void>];

/** The actions of a person in any browser: waiting for something to be visible, and clicking on what has a name. */
export function handsOf(browser: Driven) {
  let marks = 0;
  const until = async (what: string, check: () => Promise<boolean>, within = 60_000): Promise<void> => {
    for (const deadline = Date.now() + patient(within); !(await check()); await wait(100))
      if (Date.now() > deadline)
        throw new Error(`It did not happen: ${what}. The page says: ${String(await browser.run(SAYS)).slice(0, 900)}`);
  };
  const find = async (where: string, what: string, name: string): Promise<string> => {
    const mark = `found-${(marks += 1)}`;
    await until(`${what} “${name}” is there`, async () => (await browser.run(FIND, where, what, name, mark)) === true);
    return `[data-found="${mark}"]`;
  };
  const click = async (where: string, what: string, name: string) => browser.click(await find(where, what, name));
  const barShows = (text: string) =>
    until(`the bar shows “${text}”`, async () =>
      String(await browser.run(`return document.querySelector('${BAR}')?.textContent ?? ''`)).includes(text),
    );
  return { until, find, click, barShows };
}
