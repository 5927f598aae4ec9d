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
    ...named('ads', 'ad-fields', 'make-ad'),
    ...named('curation', 'verdict-form'),
    ...named('lib', 'bulk', 'call', 'redirect-memory', 'send-once'),
    ...named('media/own', 'edit-form', 'publication-locks'),
    ...named('messages', 'drafts'),
    ...named('performances', 'show-fields'),
    ...named('player', 'next-player', 'waiting-turns'),
    ...named('player/queue', 'queue-turns', 'save-player-state', 'up-next', 'whose-queue'),
    ...named('playing/queue', 'keep-playing'),
    ...named('uploads', 'send-failure'),
    ...named('users/edit', 'profile-form'),
  ],
  jsonReporter: { fileName: reportOf('web') },
  tempDirName: 'dist/web-mutations',
  ignorePatterns: rules.ignorePatterns.map((path) => (path === '/web' ? '/web/dist' : path)),
  thresholds: { high: 90, low: 80, break: 80 },
};
