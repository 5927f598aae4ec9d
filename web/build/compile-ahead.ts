import type { Plugin } from 'vite';

/** V8 compiles all functions of a file that starts with this comment (https://v8.dev/blog/explicit-compile-hints). */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes Chromium compile the first file of a page on a background thread during the download, instead of compiling each
 * function on the main thread at its first call. Other files don't get the comment, because most of their functions don't
 * run when the file is loaded. The file's name doesn't depend on the comment: it has the hash of the code alone.
 * @param page module of the page
 */
export function compileAhead(page: string): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // Runs after Vite, which inserts its list of files before the code.
      order: 'post',
      handler(_options, bundle) {
        const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === page);
        if (first?.type !== 'chunk') return this.error(`No file begins with ${page}.`);
        first.code = `${HINT}${first.code}`;
      },
    },
  };
}
