import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, parseAst, transformWithOxc } from 'vite';
import { type ContractCode, contractCode } from './contract-code.ts';
import { applyEdits } from './source-edits.ts';
import { isPlainAddress, refuseServerFields, splitImports } from './split-imports.ts';

const FOLDER = '@scoville/contract/';
/** The path of an imported module within the contract, or null for an import from elsewhere. */
const fileOf = (address: string): string | null => (address.startsWith(FOLDER) ? address.slice(FOLDER.length) : null);

/**
 * Reduces the contract to the parts that the browser uses. It removes fields that only the server reads, and keeps schemas
 * only for forms and stored values. So the first load has no schemas and doesn't need their library
 * (docs/decisions/2026-11-29-trust-replies-in-the-browser.md).
 */
export function contractParts(folder: string): Plugin {
  let modules: ReadonlyMap<string, ContractCode> = new Map();
  return {
    name: 'contract-parts',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      modules = await modulesIn(folder);
    },
    load: {
      filter: { id: /\/contract\/.+\.ts(\?plain)?$/ },
      handler(id) {
        const found = modules.get(id.replace(/^.*\/contract\//, '').replace(/\?.*/, ''));
        return found && { code: isPlainAddress(id) ? found.plainCode : found.code, map: null, moduleType: 'js' };
      },
    },
    transform: {
      filter: { id: /\.tsx?$/, code: FOLDER },
      handler(code, id) {
        const program = parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' });
        refuseServerFields(program, fileOf, (file) => partOf(modules, file).endpoints);
        const edits = splitImports(program, fileOf, (file) => partOf(modules, file).plain);
        return { code: applyEdits(code, edits), map: null };
      },
    },
  };
}

function partOf(modules: ReadonlyMap<string, ContractCode>, file: string): ContractCode {
  const found = modules.get(file);
  if (!found) throw new Error(`The contract has no ${file}.`);
  return found;
}

async function modulesIn(folder: string): Promise<ReadonlyMap<string, ContractCode>> {
  const sources = new Map<string, string>();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || /^(testkit|node_modules)\//.test(file)) continue;
    const path = join(folder, file);
    sources.set(file, (await transformWithOxc(await readFile(path, 'utf8'), path)).code);
  }
  const modules = new Map<string, ContractCode>();
  /** Reads a module's imports first, because a declaration that uses one with a schema needs a schema, too. */
  const read = (file: string): ReadonlySet<string> => {
    if (!modules.has(file)) modules.set(file, contractCode(sources.get(file) ?? '', read, file));
    return partOf(modules, file).plain;
  };
  for (const file of sources.keys()) read(file);
  return modules;
}
