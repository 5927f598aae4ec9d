/** Files that this page has, or is getting, by their addresses. */
const known = new Map<string, Promise<unknown>>();

/** The words by which the router knows a file of an older version. */
const MISSING = 'Failed to fetch dynamically imported module: ';

/** Files are fetched for a part that isn't to be run yet. */
let isAhead = false;

/**
 * Fetches the files of a part into the browser's cache. They run when the part is loaded.
 * @param load imports the part and does nothing before
 */
export function fetchAhead(load: () => Promise<unknown>): void {
  isAhead = true;
  load().catch((error: unknown) => console.warn('A part of the page could not be fetched ahead.', error));
  isAhead = false;
}

/**
 * Loads a part of the page, in place of Vite's helper of this name. Its files are fetched before they are imported: a
 * browser may keep the failure of an import for as long as the page lives (https://github.com/whatwg/html/issues/6768), and
 * what cannot be had for a moment has to be had when somebody asks again. Rejects when a file cannot be had.
 * @param load imports the part, which is a file beside this one
 * @param files addresses of what it needs from the root, its own among them; none when it needs nothing else
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const isOnlyFetched = isAhead;
  const own = /import\(.\.(\/[\w-]+\.js)/.exec(String(load))?.[1];
  try {
    await Promise.all((files.length > 0 || own === undefined ? files : [`assets${own}`]).map(fetchOnce));
    return isOnlyFetched ? (undefined as T) : await load();
  } catch (error) {
    // The router reloads the page of an older version, once for each text: every browser has its own.
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
  // To its end, so that it comes from the browser's cache from here on.
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
