import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { song, video } from '../../fixtures/files.ts';
import { ADMIN, Caller, type Json, type Product } from '../product.ts';
import type { Driven } from './driven.ts';
import { BAR, type Step, handsOf } from './hands.ts';

const HEARD = `const one = document.querySelector('video');
  return one === null ? null : { at: one.currentTime, paused: one.paused, wide: one.videoWidth };`;

/** The actions of a person in any browser: signs in, uploads, plays, seeks, and goes to the next item. */
export function journey(browser: Driven, product: Product, email: string): Step[] {
  const { until, find, click, barShows } = handsOf(browser);
  const heard = async () => (await browser.run(HEARD)) as { at: number; paused: boolean; wide: number } | null;
  const plays = async () => {
    const start = (await heard())?.at ?? 0;
    await until('the sound goes on by itself for a second', async () => {
      const now = await heard();
      return now !== null && !now.paused && (now.at < start || now.at > start + 1);
    });
  };
  const musician = new Caller(product.url);
  let id = '';
  let media: Json[] = [];
  return [
    [
      'signs in',
      async () => {
        id = await musician.signUp(email);
        const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
        await admin.call('PUT', `/api/users/${id}`, { plan: 'ghost-pepper' });
        await browser.goTo(`${product.url}/login`);
        await browser.type(await find('main', 'input', 'Email'), email);
        await browser.type(await find('main', 'input', 'Password'), 'a long password');
        await click('main', 'button', 'Sign in');
        await find('body', 'button', 'Account of Test Person');
        // The sign-in is redirecting the page, and another navigation during that would be refused.
        await until('it stands on /browse', async () => (await browser.run('return location.pathname')) === '/browse');
        await find('main', 'h1', 'Recommendations based on your latest music choices');
      },
    ],
    [
      'uploads two songs and a video by resumable transfer',
      async () => {
        const files = [
          await song({ seconds: 30, format: 'mp3', seed: 'browsers one' }),
          await song({ seconds: 20, format: 'flac', seed: 'browsers two' }),
          await video({ seconds: 14, width: 640, height: 360, seed: 'browsers clip' }),
        ];
        await browser.goTo(`${product.url}/upload`);
        await find('main', 'button', 'Choose files');
        // The chosen files wait until the uploader confirms to hold the rights.
        await browser.choose('[type=file]', files);
        await browser.run(`document.querySelector('main input[type=checkbox]').click()`);
        await until(
          'all three files are complete',
          async () => (await browser.run(`return document.querySelectorAll('[data-phase=complete]').length`)) === 3,
          120_000,
        );
        const sent = await browser.run(
          `return performance.getEntriesByType('resource').filter((one) => one.name.includes('${TUS_PATH}/')).length`,
        );
        if (Number(sent) < files.length) throw new Error(`Only ${Number(sent)} calls were made to ${TUS_PATH}.`);
        const { body } = await musician.call('POST', `/api/media/user/${id}`, {});
        const longer = body.media.toSorted((one: Json, other: Json) => other.length - one.length);
        media = [
          ...longer.filter((one: Json) => one.mediaType === 'song'),
          longer.find((one: Json) => one.mediaType === 'video'),
        ];
        const titles = ['First of Two', 'Second of Two', 'Moving Picture'];
        for (const [index, one] of media.entries()) {
          const change = { title: titles[index], published: true };
          const { status, text } = await musician.call('PUT', `/api/media/${one.id}`, change);
          if (status !== 200) throw new Error(text);
        }
      },
    ],
    [
      'plays a song',
      async () => {
        await browser.goTo(`${product.url}/${id}/${media[0].id}`);
        await click('main', 'button', 'Play');
        await barShows('First of Two');
        await plays();
      },
    ],
    [
      'seeks',
      async () => {
        const before = (await heard())?.at ?? 0;
        await browser.press(await find(BAR, '[role=slider]', 'Seek'), 'ArrowRight');
        await until('it is five seconds further', async () => ((await heard())?.at ?? 0) > before + 4);
        await plays();
      },
    ],
    [
      'goes on to the next of a list',
      async () => {
        await browser.goTo(`${product.url}/${id}`);
        // The player is restored after a reload, at the end of the page, where it would catch the click.
        await barShows('First of Two');
        await click('main', 'button', 'Play Second of Two');
        await barShows('Second of Two');
        await plays();
        await click(BAR, 'button', 'Next');
        await until('another one plays', async () => {
          const shown = String(await browser.run(`return document.querySelector('${BAR}').textContent`));
          return !shown.includes('Second of Two') && (await heard())?.paused === false;
        });
        await plays();
      },
    ],
    [
      'plays a video, with its picture',
      async () => {
        await browser.goTo(`${product.url}/${id}/${media[2].id}`);
        await barShows('Test Person');
        await click('main', 'button', 'Play');
        await barShows('Moving Picture');
        await plays();
        await until('it has a picture', async () => ((await heard())?.wide ?? 0) > 0);
      },
    ],
  ];
}
