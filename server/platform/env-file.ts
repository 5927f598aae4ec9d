import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A setting that keeps the process from starting. */
export class SettingError extends Error {}

/** The beginning of a line with a setting, up to its value. */
const GIVES = /^\s*(?:export\s+)?[A-Za-z_]\w*[^\S\n]*=[^\S\n]*/;
const QUOTES = new Set(['"', "'", '`']);

/**
 * The settings in a file; none if the file doesn't exist. Throws SettingError for a file that can't be read and for a
 * line that would be ignored. The error quotes nothing that may be a secret.
 */
export function readEnvFile(file: string): NodeJS.Dict<string> {
  if (!existsSync(file)) return {};
  const text = textOf(file);
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const given = GIVES.exec(line)?.[0];
    if (given === undefined)
      throw new SettingError(`Line ${at + 1} of ${file} is not a setting. Write it as NAME=value, or begin it with #.`);
    const [quote = '', ...value] = line.slice(given.length);
    if (!QUOTES.has(quote) || value.includes(quote)) continue;
    // A quoted value may continue on the next lines.
    const end = lines.findIndex((later, index) => index > at && later.includes(quote));
    if (end === -1) throw new SettingError(`The quotation mark in line ${at + 1} of ${file} is not closed.`);
    at = end;
  }
  return parseEnv(text);
}

function textOf(file: string): string {
  try {
    // Some editors write a byte order mark at the beginning.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(`The settings in ${file} cannot be read (${code}): see whose it is, and that it is a file.`);
  }
}
