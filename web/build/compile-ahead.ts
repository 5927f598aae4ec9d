import type { Plugin } from 'vite';

/** V8 compiles all functions of a file that begins with this comment (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile the first file of a page while it is fetched, beside the main thread, and not function by function
 * at the first call. Most functions of other files don't run when the file is loaded. The hash in the file's name is made
 * before, so it doesn't tell whether the comment is there.
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
        const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === page);
        if (first?.type !== 'chunk') return this.error(`No file begins with ${page}.`);
        first.code = `${HINT}${first.code}`;
      },
    },
  };
}
