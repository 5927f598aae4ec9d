import { type ESTree, Visitor } from 'vite';
import type { Edit } from './source-edits.ts';

const PLAIN = '?plain';

/** What the browser reads of an endpoint. Forms and stored values are checked by schemas with names of their own. */
export const BROWSER_FIELDS: ReadonlySet<string> = new Set(['method', 'path', 'renewsSession']);

/** The address of what a module of the contract declares without schemas. */
const plainAddress = (address: string): string => `${address}${PLAIN}`;

export const isPlainAddress = (address: string): boolean => address.endsWith(PLAIN);

/** Some names of a module of the contract, by its file's name. */
export type NamesIn = (file: string) => ReadonlySet<string>;

/**
 * Imports what needs no schema from the `plainAddress` of its module, so that schemas come only with what uses them.
 * @param folder of the contract, as the module's imports name it, with a slash at its end
 * @param plainIn the names that need no schema
 */
export const splitImports = (program: ESTree.Program, folder: string, plainIn: NamesIn): Edit[] =>
  importsFrom(program, folder).map(({ from, to, address, file, names }) => {
    const plain = plainIn(file);
    const parts = Map.groupBy(names, ({ imported }) => plain.has(imported));
    const text = [...parts].map(([isPlain, some]) => {
      const specifiers = some.map(({ imported, local }) => `${imported} as ${local}`);
      return `import { ${specifiers.join()} } from ${JSON.stringify(isPlain ? plainAddress(address) : address)};`;
    });
    return { from, to, text: text.join('') };
  });

/**
 * @param endpointsIn the endpoints in a module of the contract
 * @throws where a field of an endpoint is read that the browser's endpoints don't have
 */
export function refuseServerFields(program: ESTree.Program, folder: string, endpointsIn: NamesIn): void {
  const endpoints = new Set(
    importsFrom(program, folder).flatMap(({ file, names }) =>
      names.filter(({ imported }) => endpointsIn(file).has(imported)).map(({ local }) => local),
    ),
  );
  const check = (endpoint: ESTree.Node | null, field: ESTree.Node): void => {
    if (endpoint?.type !== 'Identifier' || !endpoints.has(endpoint.name) || field.type !== 'Identifier') return;
    if (!BROWSER_FIELDS.has(field.name))
      throw new Error(`The browser has no ${endpoint.name}.${field.name}. Give the schema a name in contract/.`);
  };
  new Visitor({
    MemberExpression: ({ object, property }) => check(object, property),
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern') return;
      for (const property of id.properties) if (property.type === 'Property') check(init, property.key);
    },
  }).visit(program);
}

interface ContractImport {
  from: number;
  to: number;
  address: string;
  file: string;
  names: { imported: string; local: string }[];
}

const importsFrom = ({ body }: ESTree.Program, folder: string): ContractImport[] =>
  body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith(folder)) return [];
    const { source, specifiers, importKind, start: from, end: to } = statement;
    const address = source.value;
    const names = importKind === 'type' ? [] : specifiers.flatMap(namesOf);
    return [{ from, to, address, file: address.slice(folder.length), names }];
  });

function namesOf(specifier: ESTree.ImportDeclarationSpecifier): ContractImport['names'] {
  if (specifier.type !== 'ImportSpecifier') throw new Error('Import a module of the contract by names.');
  const { imported, local, importKind } = specifier;
  if (importKind === 'type') return [];
  return [{ imported: imported.type === 'Literal' ? imported.value : imported.name, local: local.name }];
}
