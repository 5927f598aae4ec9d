import { posix } from 'node:path';
import { type ESTree, Visitor, parseAst } from 'vite';
import { BROWSER_FIELDS, type NamesIn, isPlainAddress, splitImports } from './split-imports.ts';
import { type Edit, applyEdits } from './source-edits.ts';

/** A module of the contract in the form that the browser needs. */
export interface ContractCode {
  /** The module without the parts that only the server and tests read. */
  code: string;
  /** The part of that code that needs no schema. */
  plainCode: string;
  /** Names of the declarations that need no schema: endpoints, constants and functions. */
  plain: ReadonlySet<string>;
  endpoints: ReadonlySet<string>;
}

/**
 * @param code a module of the contract, in JavaScript
 * @param plainIn returns the names in another module of the contract that need no schema
 * @param path the module's path within the contract
 */
export function contractCode(code: string, plainIn: NamesIn, path = ''): ContractCode {
  const fileOf = (address: string): string | null =>
    address.startsWith('.') ? posix.join(posix.dirname(path), address) : null;
  const original = parseAst(code);
  const stripped = applyEdits(code, serverParts(original));
  const split = applyEdits(stripped, splitImports(parseAst(stripped), fileOf, plainIn));
  const statements = parseAst(split).body.map((statement) => ({
    statement,
    names: namesOf(statement),
    uses: identifiersIn(statement),
  }));
  const needsSchema = new Set(statements.flatMap(({ statement }) => schemasImported(statement)));
  // A declaration may precede the ones that it uses, so the loop runs until it finds no more.
  for (let known = -1; known < needsSchema.size;) {
    known = needsSchema.size;
    for (const { names, uses } of statements)
      if (uses.some((name) => needsSchema.has(name))) for (const name of names) needsSchema.add(name);
  }
  const plain = statements.filter(({ uses }) => !uses.some((name) => needsSchema.has(name)));
  return {
    code: applyEdits(
      split,
      statements.flatMap(({ statement }) => markedPure(statement)),
    ),
    plainCode: plain.map(({ statement: { start, end } }) => split.slice(start, end)).join('\n'),
    plain: new Set(plain.flatMap(({ names }) => names)),
    endpoints: new Set(original.body.flatMap(endpointsIn)),
  };
}

/** Turns endpoints into plain objects with only the browser's fields, and removes every `z.describe()` from checks. */
function serverParts(program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  /** A cut ends where the next node begins or the list ends, so that it includes the comma. */
  const cut = (list: readonly ESTree.Span[], end: number, isCut: (node: number) => boolean): void => {
    for (const [index, { start }] of list.entries())
      if (isCut(index)) edits.push({ from: start, to: list[index + 1]?.start ?? end, text: '' });
  };
  new Visitor({
    CallExpression({ callee, arguments: given, end }) {
      cut(given, end - 1, (index) => isDescription(given[index]));
      const [definition] = given;
      if (!isNamed(callee, 'endpoint') || definition?.type !== 'ObjectExpression') return;
      edits.push({ from: callee.start, to: callee.end, text: '' });
      const { properties } = definition;
      cut(properties, definition.end - 1, (index) => {
        const key = keyOf(properties[index]);
        return key !== null && !BROWSER_FIELDS.has(key);
      });
    },
  }).visit(program);
  return edits;
}

function isDescription(node: ESTree.Argument | undefined): boolean {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  return isNamed(node.callee.object, 'z') && isNamed(node.callee.property, 'describe');
}

const isNamed = (node: ESTree.Node, name: string): boolean => node.type === 'Identifier' && node.name === name;

function keyOf(property: ESTree.ObjectPropertyKind | undefined): string | null {
  if (property?.type !== 'Property' || property.computed) return null;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'Literal' && typeof property.key.value === 'string' ? property.key.value : null;
}

type Statement = ESTree.Program['body'][number];

const declarationOf = (statement: Statement): ESTree.Declaration | Statement | null =>
  statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;

/** The endpoints that a statement declares. */
function endpointsIn(statement: Statement): string[] {
  const declaration = declarationOf(statement);
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'CallExpression' && isNamed(init.callee, 'endpoint') ? [id.name] : [],
  );
}

/** The names that a statement of a module declares. */
function namesOf(statement: Statement): string[] {
  const declaration = declarationOf(statement);
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => identifiersIn(id));
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration')
    return declaration.id ? [declaration.id.name] : [];
  return [];
}

/** Wraps a node in a program, because the visitor accepts only programs. */
const programOf = (node: Statement | ESTree.Expression | ESTree.BindingPattern) =>
  ({ type: 'Program', body: [node] }) as unknown as ESTree.Program;

/** All names in a node, also of properties. In the worst case, a plain declaration is treated as if it needed a schema. */
function identifiersIn(node: Statement | ESTree.BindingPattern): string[] {
  const names: string[] = [];
  new Visitor({ Identifier: ({ name }) => void names.push(name) }).visit(programOf(node));
  return names;
}

/** The names that a statement imports from the library or from another module's schemas. The contract has no others. */
function schemasImported(statement: Statement): string[] {
  if (statement.type !== 'ImportDeclaration') return [];
  const { source, specifiers } = statement;
  return isPlainAddress(source.value) ? [] : specifiers.map(({ local }) => local.name);
}

/** Marks values that are computed as a module loads as pure, so that the bundler can leave out unused ones. */
function markedPure(statement: Statement): Edit[] {
  const declaration = declarationOf(statement);
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ init }) =>
    init && init.type !== 'ArrowFunctionExpression' && callsSomething(init)
      ? [
          { from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' },
          { from: init.end, to: init.end, text: '))()' },
        ]
      : [],
  );
}

function callsSomething(expression: ESTree.Expression): boolean {
  let found = false;
  const note = (): void => void (found = true);
  new Visitor({ CallExpression: note, NewExpression: note }).visit(programOf(expression));
  return found;
}
