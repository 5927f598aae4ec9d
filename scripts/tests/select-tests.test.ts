import { expect, it } from 'vitest';
import { importsOf } from './imports.ts';
import { selectTests } from './select-tests.ts';

const TEXTS: Record<string, string> = {
  'contract/ads.ts': '',
  'contract/ads.test.ts': "import './ads.ts';",
  'contract/other.test.ts': '',
  'server/app.ts': "import './ads/ads.routes.ts';\nimport './plans/plans.ts';",
  'server/testkit/server.ts': "import '../app.ts';\nimport '../plans/plans.ts';\nimport './client.ts';",
  'server/testkit/client.ts': '',
  'server/ads/ads.routes.ts': "import '@scoville/contract/ads.ts';",
  'server/ads/ads.test.ts': "import '../testkit/server.ts';",
  'server/plans/plans.ts': '',
  'server/plans/plans.test.ts': "import '../testkit/server.ts';",
  'server/mail/mail.test.ts': "import '../testkit/server.ts';\nimport '../plans/plans.ts';",
  'web/ads/ad.tsx': "import '@scoville/contract/ads.ts';",
  'web/ads/ad.screen.test.tsx': "import './ad.tsx';",
  'web/ui/button.test.ts': '',
};
const sources = {
  texts: new Map(Object.entries(TEXTS)),
  imports: new Map(Object.entries(TEXTS).map(([file, text]) => [file, importsOf(file, text)])),
};

it.each([
  ['server/plans/plans.ts', ['server/mail/mail.test.ts', 'server/plans/plans.test.ts']],
  ['server/ads/ads.routes.ts', ['server/ads/ads.test.ts']],
  ['contract/ads.ts', ['contract/ads.test.ts', 'server/ads/ads.test.ts', 'web/ads/ad.screen.test.tsx']],
  ['web/ads/ad.tsx', ['web/ads/ad.screen.test.tsx']],
  ['web/ui/button.test.ts', ['web/ui/button.test.ts']],
  ['server/testkit/server.ts', ['server/ads/ads.test.ts', 'server/mail/mail.test.ts', 'server/plans/plans.test.ts']],
  ['server/testkit/client.ts', ['server/ads/ads.test.ts', 'server/mail/mail.test.ts', 'server/plans/plans.test.ts']],
  ['server/app.ts', ['server/ads/ads.test.ts', 'server/mail/mail.test.ts', 'server/plans/plans.test.ts']],
  ['docs/map.md', []],
])('selects the tests of %s', (file, expected) => {
  expect(selectTests([file], sources)).toEqual(expected);
});

it('selects all tests after a change of the configuration', () => {
  expect(selectTests(['docs/map.md', 'vitest.config.ts'], sources)).toBe('all');
});
