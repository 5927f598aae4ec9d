import type { Plugin } from 'vite';

/** Asks V8 for it where it stands before everything else in a file (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile the first file of a page while it is fetched, beside the main thread, and not function by function
 * at the first call. Other files would only get larger by it: little of them runs when they are loaded.
 * @param page module of the page
 */
export function compileAhead(page: string): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // After Vite, which writes its list of files before the code.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.facadeModuleId === page) file.code = `${HINT}${file.code}`;
      },
    },
  };
}
