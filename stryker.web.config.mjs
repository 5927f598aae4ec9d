// `npm run test:mutations:web`, first part: rules of web/ that have unit tests (docs/mutations.md).
import rules from './stryker.config.mjs';

/** Paths of modules in a folder of web/. */
export const named = (folder, ...names) => names.map((name) => `web/${folder}/${name}.ts`);

/** Where the report of a part goes; MUTATIONS_REPORTS names another folder. */
export const reportOf = (part) => `${process.env.MUTATIONS_REPORTS ?? 'dist'}/${part}-mutations.json`;

export default {
  ...rules,
  vitest: { configFile: 'vitest.web-mutations.config.ts', related: true },
  mutate: [
    ...named('business/ads', 'ad-fields', 'make-ad'),
    ...named('review/curation', 'verdict-form'),
    ...named('platform/lib', 'bulk', 'call', 'redirect-memory', 'with-idempotency-keys'),
    ...named('catalogue/media/own', 'edit-form', 'publication-locks'),
    ...named('platform/lib', 'drafts'),
    ...named('community/performances', 'show-fields'),
    ...named('catalogue/player', 'next-player', 'waiting-transitions'),
    ...named('catalogue/player/queue', 'queue-transitions', 'save-player-state', 'up-next', 'queue-owner'),
    ...named('frame/playing/queue', 'keep-playing'),
    ...named('catalogue/uploads', 'send-failure'),
    ...named('community/profiles/edit', 'profile-form'),
  ],
  jsonReporter: { fileName: reportOf('web') },
  tempDirName: 'dist/web-mutations',
  ignorePatterns: rules.ignorePatterns.map((path) => (path === '/web' ? '/web/dist' : path)),
  thresholds: { high: 90, low: 80, break: 80 },
};
