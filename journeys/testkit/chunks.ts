import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The URL pattern of the build's file for a module that is imported dynamically, such as `frame/shell/visitor-list.tsx`. A
 * module that others import statically has no file of its own.
 */
export function chunkOf(source: string): string {
  const path = join(import.meta.dirname, '../../web/dist/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file: string }>;
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`The build has no part of its own for ${source}.`);
  return `**/${chunk.file}`;
}
