import { defineConfig } from 'vitest/config';
import units from './vitest.web-mutations.config.ts';

// Most changes are noticed by a wait that ends at its limit, so the limits are short here.
process.env['MEASURED_MACHINE'] = JSON.stringify({ slowness: 1, patience: 0.2 });
const { default: screens } = await import('./vitest.screens.config.ts');

/** The folders of the mutated files, and of what uses them. */
const FOLDERS = '*/{ads,auth,comments,curation,forms,lib,media,messages,performances,player,profiles,uploads}';

/** The tests that changes of the logic of screens are tried with. */
export default defineConfig({
  test: {
    projects: [
      { ...units, test: { ...units.test, name: 'units', include: [`web/${FOLDERS}/**/*.test.ts`] } },
      { ...screens, test: { ...screens.test, maxWorkers: 1, include: [`${FOLDERS}/**/*.screen.test.tsx`] } },
    ],
  },
});
