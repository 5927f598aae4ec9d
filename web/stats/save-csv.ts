/**
 * A table as a file. The mark at its beginning tells Excel that it is UTF-8: without it, letters with accents come out as
 * others.
 */
export const csvFile = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });

/** Has the browser save a table under a name. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(csvFile(text));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
