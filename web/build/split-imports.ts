import { type ESTree, Visitor } from 'vite';
import type { Edit } from './source-edits.ts';

const PLAIN = '?plain';

/** The fields of an endpoint that the browser reads. Schemas for forms and stored values have their own names. */
export const BROWSER_FIELDS: ReadonlySet<string> = new Set(['method', 'path', 'renewsSession']);

/** The import address of the schema-free part of a contract module. */
const plainAddress = (address: string): string => `${address}${PLAIN}`;

export const isPlainAddress = (address: string): boolean => address.endsWith(PLAIN);

type FileOf = (address: string) => string | null;

/** Returns names that a module of the contract declares, given the module's path within the contract. */
export type NamesIn = (file: string) => ReadonlySet<string>;

/**
 * Changes imports that need no schema to the `plainAddress` of their module, so that schemas are loaded only with the code
 * that uses them.
 * @param fileOf returns the path of an imported module within the contract, or null for an import from elsewhere
 * @param plainIn the names that need no schema
 */
export const splitImports = (program: ESTree.Program, fileOf: FileOf, plainIn: NamesIn): Edit[] =>
  importsFrom(program, fileOf).map(({ from, to, address, file, names }) => {
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
 * @throws if the program reads a field of an endpoint that the browser's endpoints don't have
 */
export function refuseServerFields(program: ESTree.Program, fileOf: FileOf, endpointsIn: NamesIn): void {
  const endpoints = new Set(
    importsFrom(program, fileOf).flatMap(({ file, names }) =>
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

const importsFrom = ({ body }: ESTree.Program, fileOf: FileOf): ContractImport[] =>
  body.flatMap((statement) => {
    const file = statement.type === 'ImportDeclaration' ? fileOf(statement.source.value) : null;
    if (statement.type !== 'ImportDeclaration' || file === null) return [];
    const { source, specifiers, importKind, start: from, end: to } = statement;
    const address = source.value;
    const names = importKind === 'type' ? [] : specifiers.flatMap(namesOf);
    return [{ from, to, address, file, names }];
  });

function namesOf(specifier: ESTree.ImportDeclarationSpecifier): ContractImport['names'] {
  if (specifier.type !== 'ImportSpecifier') throw new Error('Import a module of the contract by names.');
  const { imported, local, importKind } = specifier;
  if (importKind === 'type') return [];
  return [{ imported: imported.type === 'Literal' ? imported.value : imported.name, local: local.name }];
}
