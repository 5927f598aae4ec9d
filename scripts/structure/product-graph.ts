import { type Sources, readSources } from '../tests/imports.ts';

export type Side = 'contract' | 'server' | 'web';

/** Files that put the product together. They may import anything of their side. */
const ENTRANCE = /^(server\/.*\.(routes|pages|handlers)\.ts|web\/.*(-screen|\.routes)\.tsx)$/;
const OF_PRODUCT = /^(contract|server|web)\//;
const OF_TESTS = /\.test\.tsx?$|\/(testkit|tests)\//;

/** Which files of the product import which, whether as values, as types or when they are used. Tests are left out. */
export interface ProductGraph {
  /** The text of each file, by its path. */
  texts: ReadonlyMap<string, string>;
  imports: readonly (readonly [from: string, to: string])[];
}

export function productGraph(root: string): ProductGraph {
  return buildGraph(readSources(root));
}

export function buildGraph({ texts, imports }: Sources): ProductGraph {
  const isProduct = (file: string) => OF_PRODUCT.test(file) && !OF_TESTS.test(file);
  const own = new Map([...texts].filter(([file]) => isProduct(file)));
  const pairs = [...own.keys()].flatMap((from) =>
    (imports.get(from) ?? []).filter((to) => own.has(to) && to !== from).map((to) => [from, to] as const),
  );
  return { texts: own, imports: pairs };
}

export const isEntrance = (file: string): boolean => ENTRANCE.test(file);
export const sideOf = (file: string): string => file.slice(0, file.indexOf('/'));
/** The path of a file’s folder, such as server/catalogue/media. */
export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));
export const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);
/**
 * The domain of a file, such as media. A file of contract/ outside of a domain’s folder is a domain itself; for such a
 * file of server/ or web/, the domain is empty.
 */
export const domainOf = (file: string): string =>
  file.split('/').slice(2, -1)[0] ?? (sideOf(file) === 'contract' ? nameOf(file).replace(/\.ts$/, '') : '');
