import { type ESTree, type Plugin, Visitor, parseAst } from 'vite';

/** Fields of an endpoint that only the server and its OpenAPI document use. */
const SERVER_ONLY = new Set(['summary', 'access', 'perMinute']);

/** Removes from the contract what the browser never reads: about 5 kB of the whole build. */
export function stripEndpoints(): Plugin {
  return {
    name: 'strip-endpoints',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[^/]+\.ts$/ },
      handler: (code) => ({ code: withoutServerFields(code), map: null }),
    },
  };
}

/** Removes `summary`, `access` and `perMinute` from calls of `endpoint`, and every `z.describe()` among checks. */
export function withoutServerFields(code: string): string {
  const cuts: [from: number, to: number][] = [];
  /** Each ends where the next begins, or its list does: that takes the comma along. */
  const cut = (list: readonly ESTree.Span[], end: number, isCut: (node: number) => boolean): void => {
    for (const [index, { start }] of list.entries())
      if (isCut(index)) cuts.push([start, list[index + 1]?.start ?? end]);
  };
  new Visitor({
    CallExpression({ callee, arguments: given, end }) {
      cut(given, end - 1, (index) => isDescription(given[index]));
      const [definition] = given;
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return;
      const { properties } = definition;
      cut(properties, definition.end - 1, (index) => SERVER_ONLY.has(keyOf(properties[index]) ?? ''));
    },
  }).visit(parseAst(code, { lang: 'ts' }));

  let [kept, position] = ['', 0];
  for (const [from, to] of cuts.toSorted(([one], [other]) => one - other)) {
    kept += code.slice(position, Math.max(from, position));
    position = Math.max(to, position);
  }
  return kept + code.slice(position);
}

function isDescription(node: ESTree.Argument | undefined): boolean {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return (
    object.type === 'Identifier' &&
    object.name === 'z' &&
    property.type === 'Identifier' &&
    property.name === 'describe'
  );
}

function keyOf(property: ESTree.ObjectPropertyKind | undefined): string | null {
  if (property?.type !== 'Property' || property.computed) return null;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'Literal' && typeof property.key.value === 'string' ? property.key.value : null;
}
