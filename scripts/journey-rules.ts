// Rules for journeys/, loaded by the linter (docs/decisions/2026-11-28-lint-journeys-for-races.md).
interface Node {
  type: string;
  parent: Node | null;
}
interface Call extends Node {
  type: 'CallExpression';
  callee: Node;
  arguments: Node[];
}
interface Context {
  report(problem: { node: Node; message: string }): void;
}

const WAITS: ReadonlySet<string | null> = new Set(['waitForEvent', 'waitForRequest', 'waitForResponse']);
const READS: ReadonlySet<string | null> = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
]);

const isCall = (node: Node | null): node is Call => node?.type === 'CallExpression';

/** The name of the method that an awaited expression calls, or null. */
function awaitedMethod(node: Node): string | null {
  const { argument } = node as Node & { argument: Node };
  if (!isCall(argument) || argument.callee.type !== 'MemberExpression') return null;
  const { property } = argument.callee as Node & { property: Node & { name?: string } };
  return property.name ?? null;
}

const isExpect = (node: Node | null): node is Call =>
  isCall(node) && (node.callee as Node & { name?: string }).name === 'expect';

/** Whether a node is in a function given to `expect`, which `toPass` calls until it succeeds. */
function isRetried(node: Node): boolean {
  for (let at = node; at.parent !== null; at = at.parent)
    if (at.type === 'ArrowFunctionExpression' && isExpect(at.parent)) return true;
  return false;
}

const lateWait = {
  create: (context: Context) => ({
    AwaitExpression(node: Node) {
      if (WAITS.has(awaitedMethod(node)))
        context.report({
          node,
          message:
            'The event may have passed already: start to wait before the action, and await the promise after it.',
        });
    },
  }),
};

const readOnce = {
  create: (context: Context) => ({
    AwaitExpression(node: Node) {
      if (isExpect(node.parent) && READS.has(awaitedMethod(node)) && !isRetried(node.parent))
        context.report({
          node,
          message: 'This reads the page once, maybe too early: use an assertion that retries, or expect.poll.',
        });
    },
  }),
};

export default { meta: { name: 'journeys' }, rules: { 'late-wait': lateWait, 'read-once': readOnce } };
