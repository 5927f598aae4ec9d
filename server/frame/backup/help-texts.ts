import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HELP_PAGES, type HelpPage } from '@scoville/contract/business/support/help.ts';
import { BackupRefusal, type Manifest } from './manifest.ts';

/** The path of one of the operator's own help texts, in a data folder or in a backup. */
const textIn = (folder: string, page: HelpPage): string => join(folder, 'help', `${page}.md`);

const sha256Of = (text: Buffer): string => createHash('sha256').update(text).digest('hex');

/** Copies the operator's own help texts, including terms of use and privacy policy, if there are any. */
export async function copyHelpTexts(dataDir: string, to: string): Promise<Manifest['help']> {
  const help: Manifest['help'] = [];
  for (const page of HELP_PAGES) {
    const text = await readFile(textIn(dataDir, page)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (text === null) continue;
    await mkdir(join(to, 'help'), { recursive: true });
    await writeFile(textIn(to, page), text);
    help.push({ page, sha256: sha256Of(text) });
  }
  return help;
}

/** Copies the help texts of a backup to a data folder. Throws BackupRefusal if one differs from its checksum. */
export async function restoreHelpTexts(from: string, { help }: Manifest, dataDir: string): Promise<void> {
  for (const { page, sha256 } of help) {
    const text = await readFile(textIn(from, page));
    if (sha256Of(text) !== sha256)
      throw new BackupRefusal(`The backup is damaged: help/${page}.md is not what was copied.`);
    await mkdir(join(dataDir, 'help'), { recursive: true });
    await writeFile(textIn(dataDir, page), text);
  }
}
