import { type ESTree, Visitor, parseAst } from 'vite';

export interface LongFunction {
  name: string;
  /** The function's first line, counted from 1. */
  line: number;
  /** The number of lines from the function's first to its last. */
  lines: number;
}

/** The functions of a source that have more lines than `most`, in their order. */
export function longFunctions(file: string, text: string, most: number): LongFunction[] {
  if (lineAt(text, text.length) <= most) return [];
  const found: LongFunction[] = [];
  const names = new Map<ESTree.Node, string>();
  const look = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    const line = lineAt(text, node.start);
    const lines = lineAt(text, node.end) - line + 1;
    if (lines > most) found.push({ name: node.id?.name ?? names.get(node) ?? 'without a name', line, lines });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init !== null && id.type === 'Identifier') names.set(init, id.name);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier') names.set(value, key.name);
    },
    MethodDefinition({ key, value }) {
      if (key.type === 'Identifier') names.set(value, key.name);
    },
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  }).visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
