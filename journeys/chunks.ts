import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The address of what the browser loads for a module that is imported when it is used, such as `shell/visitor-list.tsx`.
 * Where several of those are in one file, it goes by the name of their group in the build.
 */
export function chunkOf(source: string): string {
  const path = join(import.meta.dirname, '../web/dist/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { file: string; name?: string }>;
  const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
  if (chunk === undefined) throw new Error(`The build has no part of its own for ${source}.`);
  return `**/${chunk.file}`;
}
