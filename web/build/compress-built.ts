import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are small by themselves. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/;
/** Below it there is nothing to gain (bytes). */
const LEAST = 500;

/**
 * Writes the compressed forms of a built browser's part beside its files (`.br` and `.gz`), as small as they get: it is done
 * once, where it is built, and not by each process that serves it.
 */
export async function compressBuilt(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  await Promise.all(
    entries.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || entry.parentPath.endsWith('.vite')) return;
      const plain = await readFile(file);
      if (plain.length < LEAST) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        // A megabyte: the largest script as one block.
        [constants.BROTLI_PARAM_LGBLOCK]: 20,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

/** Compresses what is built when all of it is written. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compress-built',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: { order: 'post', handler: () => compressBuilt(folder) },
  };
}
