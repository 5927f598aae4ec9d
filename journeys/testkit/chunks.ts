import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The address of what the browser loads for a module that is imported when it is used, such as `shell/visitor-list.tsx`. A
 * module that others import when they are loaded has no file of its own.
 */
export function chunkOf(source: string): string {
  const path = join(import.meta.dirname, '../../web/dist/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file: string }>;
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`The build has no part of its own for ${source}.`);
  return `**/${chunk.file}`;
}
