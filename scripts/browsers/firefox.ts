import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type HTTPRequest, type Page } from 'puppeteer-core';
import { patient } from '../patience.ts';
import type { Driven } from './driven.ts';
import { openSilence } from './silence.ts';

/** A page without the product's content security policy, and the warnings of its scripts. */
interface Unbound extends Driven {
  warnings: readonly string[];
}

/** Firefox like `openFirefox` opens it, but with pages in which our own script can record the sound. */
export async function openUnbound(): Promise<Unbound> {
  const { driven, page } = await open();
  const warnings: string[] = [];
  page.on('console', (said) => said.type() === 'warn' && warnings.push(said.text()));
  await page.setRequestInterception(true);
  // A request that was under way when the browser was closed is added to the page's warnings, to explain a failure.
  page.on('request', (request) => void letThrough(request).catch((error: unknown) => warnings.push(String(error))));
  return { ...driven, warnings };
}

/** Answers a page's navigation request without its security policy; all other requests continue unchanged. */
async function letThrough(request: HTTPRequest): Promise<void> {
  if (!request.isNavigationRequest()) return request.continue();
  const answer = await fetch(request.url(), { headers: request.headers() });
  const kept = [...answer.headers].filter(([name]) => !/^(content-(security|encoding|length)|transfer)/.test(name));
  await request.respond({ status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() });
}

/** Debian's Firefox without a window, over WebDriver BiDi, which needs no driver program. */
export const openFirefox = async (): Promise<Driven> => (await open()).driven;

async function open(): Promise<{ driven: Driven; page: Page }> {
  // Firefox refuses a home folder that belongs to another system account.
  const home = await mkdtemp(join(tmpdir(), 'scoville-firefox-'));
  const silence = await openSilence(home);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    headless: true,
    env: { ...process.env, HOME: home, PULSE_SERVER: silence.address },
    defaultViewport: { width: 1440, height: 900 },
    timeout: patient(60_000),
    protocolTimeout: patient(60_000),
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(patient(60_000));
  const driven: Driven = {
    name: `Firefox ${(await browser.version()).replace(/^firefox\//, '')}`,
    goTo: async (url) => void (await page.goto(url)),
    run: (body, ...args) =>
      page.evaluate((text, values) => new Function(text).apply(null, values) as unknown, body, args),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    async press(selector, key) {
      await page.focus(selector);
      await page.keyboard.press(key);
    },
    async choose(selector, paths) {
      const input = await page.waitForSelector(`input${selector}` as 'input');
      await input?.uploadFile(...paths);
    },
    async close() {
      await browser.close();
      await silence.close();
      // Processes of the browser write their caches until they end, and nothing reports that end.
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  return { driven, page };
}
