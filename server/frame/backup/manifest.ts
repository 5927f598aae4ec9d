import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HELP_PAGES } from '@scoville/contract/business/support/help.ts';
import * as z from 'zod';

/** Written last, so a folder that contains it is a complete backup. */
export const MANIFEST = 'manifest.json';
/** Contains one line for each file: `{sha256} {bytes} {key}`. */
export const FILE_LIST = 'files.txt';

const Manifest = z.object({
  format: z.literal(1),
  /** The time of the snapshot, ISO 8601. */
  at: z.string(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()),
  /** The version of the queue's schema. */
  queue: z.number().int(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** The checksum of the rows, as written by COPY. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.number().int() })),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** The operator's own help texts; older backups have none. */
  help: z.array(z.object({ page: z.enum(HELP_PAGES), sha256: z.string() })).default([]),
});
export type Manifest = z.output<typeof Manifest>;
export type BackedUpTable = Manifest['tables'][number];

/** The path of a table's rows in a backup. */
export const tablePath = (folder: string, { schema, name }: Pick<BackedUpTable, 'schema' | 'name'>): string =>
  join(folder, 'database', `${schema}.${name}.copy.gz`);

/** The path of a file in a backup. */
export const filePath = (folder: string, key: string): string => join(folder, 'files', key);

/** True if a file exists. */
export const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );

/** An error that the operator can fix; shown without a stack. */
export class BackupRefusal extends Error {}

/** Parses JSON; returns undefined, which no manifest matches, if the text is truncated. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the manifest of a backup. Throws BackupRefusal if the folder isn't a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupRefusal(`${folder} is no whole backup: it has no ${MANIFEST}, which is written last.`);
  });
  const manifest = Manifest.safeParse(parsed(text));
  if (!manifest.success)
    throw new BackupRefusal(
      `${join(folder, MANIFEST)} is damaged, or of another version of the product: ${z.prettifyError(manifest.error)}`,
    );
  return manifest.data;
}
