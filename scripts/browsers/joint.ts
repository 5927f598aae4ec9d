import { openAsBlob } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type CutSignal, HEARD, LISTEN, cutSignal, measure } from '../../journeys/joint.ts';
import { patient } from '../patience.ts';
import { ADMIN, Caller, type Product } from '../product.ts';
import type { Driven } from './driven.ts';
import { BAR, type Step, handsOf } from './hands.ts';

const TITLES = ['Low Flame', 'High Flame'];
/** Milliseconds: nobody hears less. */
const EXACT = 1;

/** Two songs that were one signal are played as an album; what the browser makes sound between them is measured. */
export function joint(browser: Driven & { warnings: readonly string[] }, product: Product): Step[] {
  const { until, click, barShows } = handsOf(browser);
  const element = async () =>
    (await browser.run(`const one = document.querySelector('video');
      return { src: one?.src ?? '', at: one?.currentTime ?? 0, paused: one?.paused ?? true };`)) as {
      src: string;
      at: number;
      paused: boolean;
    };
  let cut: CutSignal;
  let owner = '';
  return [
    [
      'has an album of two songs that were one signal',
      async () => {
        cut = await cutSignal();
        owner = await album(product, cut);
      },
    ],
    [
      'plays both in one source',
      async () => {
        await browser.goTo(`${product.url}/${owner}`);
        // The end of the album is the end of the queue.
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

/** An album of both halves, through upload and encoder; returns its owner. */
async function album(product: Product, cut: CutSignal): Promise<string> {
  const musician = new Caller(product.url);
  const owner = await musician.signUp('joint@example.org');
  const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
  await admin.call('PUT', `/api/users/${owner}`, { plan: 'ghost-pepper' });
  const done = async (method: string, path: string, body?: object | FormData) => {
    const answer = await musician.call(method, path, body);
    if (answer.status >= 400) throw new Error(answer.text);
    return answer.body;
  };
  const songs: string[] = [];
  for (const [n, path] of cut.paths.entries()) {
    const form = new FormData();
    form.set('file', await openAsBlob(path), `${TITLES[n]}.wav`);
    songs.push((await done('POST', '/api/upload', form)).media.id);
  }
  for (const [n, id] of songs.entries()) {
    for (const deadline = Date.now() + patient(60_000); ; await wait(200)) {
      const { status } = await done('GET', `/api/media/${id}`);
      if (status === 'complete') break;
      if (status === 'failed' || Date.now() > deadline) throw new Error(`The song is ${String(status)}.`);
    }
    await done('PUT', `/api/media/${id}`, { title: TITLES[n], published: true });
  }
  const data = { albums: [{ title: 'Live at the Stove', releaseDate: '2026-01-01' }] };
  const { albums } = await done('PUT', `/api/users/${owner}`, data);
  await done('PUT', `/api/albums/${albums[0].id}/songs`, { songs });
  return owner;
}
