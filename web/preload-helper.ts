/** Files that this page has fetched or is fetching, by address. */
const known = new Map<string, Promise<unknown>>();

/** The message by which the router recognizes a missing file of an older version. */
const MISSING = 'Failed to fetch dynamically imported module: ';

/** Whether files are being fetched for a part that must not run yet. */
let isAhead = false;

/**
 * Fetches the files of a part into the browser's cache. The code runs when the part is loaded.
 * @param load imports the part and has no other effect before
 */
export function fetchAhead(load: () => Promise<unknown>): void {
  isAhead = true;
  load().catch((error: unknown) => console.warn('A part of the page could not be fetched ahead.', error));
  isAhead = false;
}

/**
 * Loads a part of the page, instead of Vite's function with this name. Fetches the part's files before importing them,
 * because a browser may cache a failed import for the lifetime of the page
 * (https://github.com/whatwg/html/issues/6768), and a temporary failure must not break a later retry. Rejects if a file
 * cannot be fetched.
 * @param load imports the part, which is a file in the same folder
 * @param files addresses, relative to the root, of the part and its dependencies; empty if it has no dependencies
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const isOnlyFetched = isAhead;
  const own = /import\(.\.(\/[\w-]+\.js)/.exec(String(load))?.[1];
  try {
    await Promise.all((files.length > 0 || own === undefined ? files : [`assets${own}`]).map(fetchOnce));
    return isOnlyFetched ? (undefined as T) : await load();
  } catch (error) {
    // The router reloads a page of an older version, once per error message. Each browser has a different message, so
    // all are replaced by this one.
    throw /imported module|module script/.test(String(error)) ? new Error(`${MISSING}${own}`) : error;
  }
}

function fetchOnce(file: string): Promise<unknown> {
  let fetched = known.get(file);
  if (fetched === undefined) {
    fetched = document.querySelector(`[href="/${file}"], [src="/${file}"]`) ? Promise.resolve() : fetchFile(`/${file}`);
    known.set(file, fetched);
    fetched.catch(() => known.delete(file));
  }
  return fetched;
}

async function fetchFile(address: string): Promise<void> {
  if (address.endsWith('.css')) return applyStyles(address);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(MISSING);
  // Reads the whole body, so that the import is served from the browser's cache.
  await answer.arrayBuffer();
}

function applyStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} cannot be had.`));
    });
  });
}
