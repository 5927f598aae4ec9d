// `npm run test:mutations:web`, second part: logic of web/ that is tried with tests of screens, too (docs/mutations.md).
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import web, { named, reportOf } from './stryker.web.config.mjs';

export default {
  ...web,
  vitest: { configFile: 'vitest.screens-mutations.config.ts', related: false },
  mutate: [
    ...named('community/comments', 'drafts'),
    ...named('platform/forms', 'join-typed', 'keep-typed', 'server-errors', 'use-unique'),
    ...named('community/messages', 'message-pages'),
    ...named('catalogue/player', 'ad-transitions', 'begin-transitions', 'persistence', 'player'),
    ...named('catalogue/player/queue', 'read-queue', 'saved-queue', 'shuffled'),
    ...named('catalogue/uploads', 'upload-queue', 'upload-rows'),
    ...named('community/profiles/edit', 'draft', 'entries', 'use-lists'),
  ],
  jsonReporter: { fileName: reportOf('screens') },
  // Not in dist/: Git ignores it, and Tailwind finds no classes in ignored folders.
  tempDirName: join(tmpdir(), `scoville-screens-mutations.${process.getuid?.() ?? ''}`),
};
