import { makeAlbum } from '../../journeys/testkit/fill.ts';
import { HEARD, LISTEN, cutSignal, measure } from '../../journeys/testkit/joint.ts';
import { ADMIN, Caller, type Product } from '../product.ts';
import type { Driven } from './driven.ts';
import { BAR, type Step, handsOf } from './hands.ts';

/** Maximum milliseconds of silence or of an error between the songs, because people can't hear less. */
const EXACT = 1;

/** Plays two songs that were one signal as an album, and measures the sound of the browser between them. */
export function joint(browser: Driven & { warnings: readonly string[] }, product: Product): Step[] {
  const { until, click, barShows } = handsOf(browser);
  const element = async () =>
    (await browser.run(`const one = document.querySelector('video');
      return { src: one?.src ?? '', at: one?.currentTime ?? 0, paused: one?.paused ?? true };`)) as {
      src: string;
      at: number;
      paused: boolean;
    };
  const cut = cutSignal();
  let owner = '';
  return [
    [
      'has an album of two songs that were one signal',
      async () => {
        const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
        ({ owner } = await makeAlbum(product.url, admin));
      },
    ],
    [
      'plays both in one source',
      async () => {
        await browser.goTo(`${product.url}/${owner}`);
        // The queue ends with the album.
        await browser.run(`localStorage.setItem('player-keep-playing', 'off')`);
        await click('main', 'button', 'Albums');
        await click('main', 'button', 'Play the album Live at the Stove');
        await barShows('Low Flame');
        await until('it sounds', async () => (await element()).at > 0.1);
        if (!(await element()).src.startsWith('blob:'))
          throw new Error(`The songs are not joined. The page warned: ${browser.warnings.join(' ') || 'of nothing'}`);
        await browser.run(LISTEN, cut.rate);
        await barShows('High Flame');
        await until('the second song is heard', async () => (await element()).at > 8);
      },
    ],
    [
      'joins them within a millisecond, without silence',
      async () => {
        await click(BAR, 'button', 'Pause');
        const { error, silence } = measure(cut, String(await browser.run(HEARD)));
        console.log(`  At the joint: ${error.toFixed(3)} ms off, ${silence.toFixed(2)} ms of silence.`);
        if (Math.abs(error) > EXACT) throw new Error(`They are ${error.toFixed(3)} ms off.`);
        if (silence > EXACT) throw new Error(`It is silent for ${silence.toFixed(2)} ms.`);
      },
    ],
  ];
}
