// `npm run test:browsers`: a short journey through the running product in Firefox and WebKit, and a check of how songs
// are joined.
import type { Driven } from './browsers/driven.ts';
import { openFirefox, openUnbound } from './browsers/firefox.ts';
import type { Step } from './browsers/hands.ts';
import { joint } from './browsers/joint.ts';
import { journey } from './browsers/journey.ts';
import { openWebKit } from './browsers/webkit.ts';
import { startProduct } from './product.ts';
import './run-folder.ts';

const wanted = process.argv[2];
const product = await startProduct();
let passed = 0;
let failed = 0;

/** Runs all steps in a browser of its own; after a failed step the remaining ones count as failed, too. */
async function go<Own extends Driven>(open: () => Promise<Own>, stepsOf: (browser: Own) => Step[]): Promise<void> {
  const browser = await open();
  console.log(browser.name);
  try {
    let broken = false;
    for (const [what, work] of stepsOf(browser)) {
      try {
        if (broken) throw new Error('The step before it failed.');
        await work();
        passed += 1;
        console.log(`  ${what}`);
      } catch (error) {
        broken = true;
        failed += 1;
        console.log(`FAILED ${browser.name}: ${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await browser.close();
  }
}

try {
  if (wanted !== 'webkit') {
    await go(openFirefox, (browser) => journey(browser, product, 'firefox@example.org'));
    await go(openUnbound, (browser) => joint(browser, product));
  }
  if (wanted !== 'firefox') await go(openWebKit, (browser) => journey(browser, product, 'webkit@example.org'));
} finally {
  await product.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
