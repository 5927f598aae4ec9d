import { saveFile } from '../../platform/lib/save-file.ts';

/**
 * A table as a file. The byte order mark at its start makes Excel read it as UTF-8; otherwise letters with accents
 * would be garbled.
 */
export const csvFile = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' });

/** Makes the browser save a table under a name. */
export const saveCsv = (name: string, text: string): void => saveFile(name, csvFile(text));
