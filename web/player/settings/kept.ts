/** What this browser keeps under a key; null where nothing is kept or its storage cannot be read. */
export function kept(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch (error) {
    console.warn('What this browser keeps could not be read.', error);
    return null;
  }
}

/** Keeps a text in this browser, or nothing any more for null; without storage it holds until the page goes. */
export function keep(storage: 'localStorage' | 'sessionStorage', key: string, text: string | null): void {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch (error) {
    console.warn('This could not be kept in this browser.', error);
  }
}
