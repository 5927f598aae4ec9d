// `npm run home-picture`: fills a new installation with the demo and takes a picture of its Home.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { ADMIN, startProduct } from './product.ts';
import './run-folder.ts';

const root = resolve(import.meta.dirname, '..');
const SIZE = { width: 1440, height: 900 };

const product = await startProduct();
try {
  await fillDemo(product.url, product.dataDir);
  await takePicture(product.url, join(root, 'docs/home.png'));
} finally {
  await product.stop();
}

async function fillDemo(url: string, dataDir: string): Promise<void> {
  const { port } = new URL(url);
  const env = {
    ...process.env,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: url,
  };
  const demo = spawn(process.execPath, [join(root, 'demo/run.ts')], { cwd: root, stdio: 'inherit', env });
  const code = await new Promise((done) => demo.once('exit', done));
  if (code !== 0) throw new Error('The demonstration could not be made; its own lines above say why.');
}

/** Home as a visitor first sees it, in the dark theme. */
async function takePicture(url: string, path: string): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path });
    console.log(`The picture is in ${path}.`);
  } finally {
    await browser.close();
  }
}
