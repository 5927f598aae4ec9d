// `npm run test:browsers`: a short journey through the running product in Firefox and in WebKit.
import { openFirefox } from './browsers/firefox.ts';
import { journey } from './browsers/journey.ts';
import { openWebKit } from './browsers/webkit.ts';
import { startProduct } from './product.ts';

const wanted = process.argv[2];
const product = await startProduct();
let passed = 0;
let failed = 0;
try {
  for (const [key, open] of Object.entries({ firefox: openFirefox, webkit: openWebKit })) {
    if (wanted !== undefined && wanted !== key) continue;
    const browser = await open();
    console.log(browser.name);
    try {
      let broken = false;
      for (const [what, work] of journey(browser, product, `${key}@example.org`)) {
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
} finally {
  await product.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
