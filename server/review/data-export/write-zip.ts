import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { App } from '../../platform/app-context.ts';
import type { Original } from './own-originals.ts';
import { streamJson, ownParts } from './own-rows.ts';

/** The text for a person who opens the file. */
const readme = (product: string): string =>
  [
    `This is a copy of what ${product} keeps of your account.`,
    '',
    'data/       one JSON file for each kind of thing: your account, your songs and videos, and all else that is yours,',
    '            with the messages that you wrote and those that you received',
    'originals/  the files that you uploaded, as they were',
    '',
    'Passwords, and what else opens your account, are not in it.',
    '',
  ].join('\r\n');

/**
 * Writes the copy of an account's data into a new file. Rows and originals are streamed, one file after the other; the
 * originals are not compressed again.
 * @returns its size in bytes
 */
export async function writeZip(
  { db, env, storage }: Pick<App, 'db' | 'env' | 'storage'>,
  { userId, originals, path }: { userId: string; originals: readonly Original[]; path: string },
  signal: AbortSignal,
): Promise<number> {
  const zip = new ZipFile();
  const broken = new AbortController();
  // A part that can't be read fails the whole ZIP file, because an incomplete copy of an account's data must not look
  // complete.
  zip.on('error', (error: Error) => broken.abort(error));
  const open = new Set<Readable>();
  const add = (name: string, compress: boolean, read: () => Promise<Readable>) =>
    zip.addReadStreamLazy(name, { compress }, (take) => {
      read().then(
        (stream) => {
          open.add(stream.once('close', () => open.delete(stream)));
          // The library pipes the stream without listening for errors.
          stream.once('error', (error) => broken.abort(error));
          take(null, stream);
        },
        (error: unknown) => broken.abort(error),
      );
    });
  zip.addBuffer(Buffer.from(readme(env.PRODUCT_NAME)), 'README.txt');
  for (const part of await ownParts(db, userId))
    add(`data/${part.name}.json`, true, () => Promise.resolve(Readable.from(streamJson(part))));
  for (const { id, key, name } of originals) add(`originals/${id}/${safeName(name)}`, false, () => storage.read(key));
  zip.end();
  try {
    const stop = AbortSignal.any([signal, broken.signal]);
    await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx' }), { signal: stop });
  } catch (error) {
    signal.throwIfAborted();
    broken.signal.throwIfAborted();
    throw error;
  } finally {
    for (const stream of open) stream.destroy();
  }
  return (await stat(path)).size;
}

/** A name without path separators, so that unpacking can't write outside of the folder. */
const safeName = (name: string): string => {
  const plain = name.replaceAll(/[/\\\0]/g, '_');
  return /^\.*$/.test(plain) ? 'file' : plain;
};
