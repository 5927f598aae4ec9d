import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are not included, because their formats are already compressed. */
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/;
/** Compressing files below this size (bytes) saves nothing. */
const LEAST = 500;

/**
 * Writes compressed copies beside the built files of the web client (`.br` and `.gz`), with maximum compression,
 * because this runs once at build time instead of in each process that serves the files.
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
        // Blocks of one megabyte, so that the largest script is one block.
        [constants.BROTLI_PARAM_LGBLOCK]: 20,
      };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

/** Compresses the built files after all of them are written. */
export function compressBundle(): Plugin {
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
