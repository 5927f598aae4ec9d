// Applies each patches/NAME@VERSION.patch to the installed package of that name
// (docs/decisions/2026-11-28-patch-packages-with-jsdiff.md). Runs under the machine's own Node, too.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Patches the packages that need it. Throws an error with one sentence if a package has another version or other contents
 * than its patch was made for.
 * @param {string} root the folder with `patches` and `node_modules`
 */
export function patchPackages(root) {
  // Loaded here because setup.mjs imports this file before anything is installed.
  const diff = createRequire(import.meta.url)('diff');
  for (const patch of readdirSync(join(root, 'patches'))) {
    // The files of a patch depend on each other, so none is written unless all of them can be.
    for (const { path, patched } of readChanges(root, patch, diff)) {
      // A process that loads the file at this moment gets the old text or the new one, but no mixture.
      const written = `${path}.${process.pid}`;
      writeFileSync(written, patched);
      renameSync(written, path);
    }
  }
}

/** The files that `patch` still has to change, with their new texts. */
function readChanges(root, patch, { applyPatch, parsePatch, reversePatch }) {
  const [, name, version] = /^(.+)@(.+)\.patch$/.exec(patch);
  const folder = join(root, 'node_modules', name);
  const installed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  if (installed !== version)
    throw new Error(`patches/${patch} was made for ${name} ${version}, but ${name} ${installed} is installed.`);
  return parsePatch(readFileSync(join(root, 'patches', patch), 'utf8')).flatMap((part) => {
    const path = join(folder, part.newFileName.replace(/^b\//, ''));
    const text = readFileSync(path, 'utf8');
    if (applyPatch(text, reversePatch(part)) !== false) return [];
    const patched = applyPatch(text, part);
    if (patched === false)
      throw new Error(`patches/${patch} cannot be applied because ${path} was changed after its installation.`);
    return [{ path, patched }];
  });
}
