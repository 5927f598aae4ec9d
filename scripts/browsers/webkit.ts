import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/platform/db/free-port.ts';
import { patient } from '../patience.ts';
import type { Driven } from './driven.ts';
import { openSilence } from './silence.ts';

/** WebDriver's names of elements (https://www.w3.org/TR/webdriver2/#elements) and keys. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { ArrowRight: '\uE014' };

/** The browser of Debian's WebKitGTK, over WebDriver, on a virtual screen. */
export async function openWebKit(): Promise<Driven> {
  const binary = process.env['WEBKIT_PATH'] ?? globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];
  if (binary === undefined || !existsSync(binary)) throw new Error('MiniBrowser of WebKitGTK was not found.');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await firstLine(screen);
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), 'scoville-webkit-'));
  const silence = await openSilence(home);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', PULSE_SERVER: silence.address },
  });
  const server = `http://127.0.0.1:${port}`;
  const stop = async () => {
    driver.kill();
    screen.kill();
    await silence.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const options = { binary, args: ['--automation'] };
    const { sessionId, capabilities } = (await opened(server, {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string; capabilities: { browserVersion: string } };
    const session = `${server}/session/${sessionId}`;
    const find = async (selector: string): Promise<string> => {
      const found = await send('POST', `${session}/element`, { using: 'css selector', value: selector });
      return `${session}/element/${(found as Record<string, string>)[ELEMENT]}`;
    };
    const run: Driven['run'] = (body, ...args) => send('POST', `${session}/execute/sync`, { script: body, args });
    const write = async (selector: string, text: string) =>
      void (await send('POST', `${await find(selector)}/value`, { text }));
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      goTo: async (url) => void (await send('POST', `${session}/url`, { url })),
      run,
      async click(selector) {
        // The driver regards what the player's bar covers as visible, so it is scrolled out from under the bar first.
        await run(`document.querySelector(arguments[0])?.scrollIntoView({ block: 'nearest' })`, selector);
        await send('POST', `${await find(selector)}/click`, {});
      },
      type: write,
      press: (selector, key) => write(selector, KEYS[key]),
      choose: (selector, paths) => write(`input${selector}`, paths.join('\n')),
      async close() {
        await send('DELETE', session);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens a session as soon as the driver listens. */
async function opened(server: string, body: object): Promise<unknown> {
  for (const deadline = Date.now() + patient(30_000); ; await wait(50)) {
    try {
      return await send('POST', `${server}/session`, body);
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
    }
  }
}

/** The result of a command. @throws an Error with the driver's message */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(patient(60_000)),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname.replace(/^\/session\/[^/]+/, '')}: ${error}: ${message}`);
}

/** The first output of Xvfb on the given channel: its display number. */
const firstLine = (screen: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    screen.once('error', fail);
    screen.once('exit', () => fail(new Error('Xvfb did not start.')));
    screen.stdio[3]?.once('data', (chunk: Buffer) => done(chunk.toString().trim()));
  });
