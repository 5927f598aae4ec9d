/**
 * A table as a file. The byte order mark at its start makes Excel read it as UTF-8; otherwise letters with accents
 * would be garbled.
 */
export const csvFile = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });

/** Makes the browser save a table under a name. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(csvFile(text));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
