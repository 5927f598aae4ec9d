// `node scripts/floating-promises.ts [TSCONFIG]`, a part of `npm run check`: a promise that is made and nobody waits for fails, since
// its error would end the process or be lost (docs/decisions/2026-11-22-promises.md).
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ArrowFunction,
  type Expression,
  type FunctionExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

/** Where promises float in the program of a tsconfig.json, a line each. Those behind `void` are meant to. */
export function floatingPromises(config: string): string[] {
  const root = resolve(config, '..');
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0];
    if (project === undefined) throw new Error(`There is no project in ${config}.`);
    const { program, checker } = project;
    const own = program
      .getSourceFileNames()
      .filter((name) => !name.includes('/node_modules/') && name.startsWith(root));
    return own.flatMap((name) => {
      const file = program.getSourceFile(name);
      return file === undefined ? [] : floatingIn(file, checker).map((line) => `${relative(root, name)}:${line}`);
    });
  } finally {
    api.close();
  }
}

/** A function that is written where it is handed over. */
interface Callback {
  callee: Expression;
  one: ArrowFunction | FunctionExpression;
  /** Its place among the arguments. */
  at: number;
}

/** The lines, with what stands there, of promises that go nowhere. */
function floatingIn(file: SourceFile, checker: Checker): string[] {
  const unused: Expression[] = [];
  const callbacks: Callback[] = [];
  const visit = (node: Node): void => {
    if (is.isExpressionStatement(node)) unused.push(...valuesOf(node.expression));
    if (is.isCallExpression(node) || is.isNewExpression(node))
      node.arguments?.forEach((one, at) => {
        if (is.isArrowFunction(one) || is.isFunctionExpression(one))
          callbacks.push({ callee: node.expression, one, at });
      });
    node.forEachChild(visit);
  };
  visit(file);
  const types = typesAt(unused, checker);
  const returned = typesAt(
    callbacks.map(({ one }) => one),
    checker,
  );
  const found: Node[] = [
    ...unused.filter((_, at) => isPromise(types[at], checker)),
    ...callbacks
      .filter((callback, at) => returns(returned[at], checker, isPromise) && isNotWaitedFor(callback, checker))
      .map(({ one }) => one),
  ];
  return found.map((node) => {
    const start = node.getStart(file);
    return `${file.text.slice(0, start).split('\n').length}: ${node.getText(file).split('\n')[0]}`;
  });
}

const typesAt = (nodes: readonly Node[], checker: Checker): (Type | undefined)[] =>
  nodes.length === 0 ? [] : checker.getTypeAtLocation(nodes);

/** Whether whoever takes this function takes nothing of what it returns, in any way to call it. */
function isNotWaitedFor({ callee, one, at }: Callback, checker: Checker): boolean {
  if (!returns(checker.getContextualType(one), checker, isVoid)) return false;
  const type = checker.getTypeAtLocation(callee);
  const ways = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
  const taken = ways.length < 2 ? [] : ways.map((way) => checker.getParameterType(way, at));
  return taken.every((parameter) => !returns(parameter, checker, isPromise));
}

/** The expressions whose values a statement throws away: not what is assigned, awaited, marked by `void`, or caught. */
function valuesOf(node: Expression): Expression[] {
  if (is.isParenthesizedExpression(node)) return valuesOf(node.expression);
  if (is.isConditionalExpression(node)) return [...valuesOf(node.whenTrue), ...valuesOf(node.whenFalse)];
  if (is.isBinaryExpression(node)) return CHOICES.has(node.operatorToken.kind) ? valuesOf(node.right) : [];
  if (is.isVoidExpression(node) || is.isAwaitExpression(node)) return [];
  if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (name.text === 'catch' || (name.text === 'then' && node.arguments.length > 1)) return [];
    if (name.text === 'finally') return valuesOf(expression);
  }
  return [node];
}
const CHOICES: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.CommaToken,
]);

/** A promise, or one of several things of which one is a promise. What has `then` alone (a reply of Fastify) is none. */
function isPromise(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined || (type.flags & (TypeFlags.Any | TypeFlags.Never)) !== 0) return false;
  if (type.isUnionType()) return type.getTypes().some((one) => isPromise(one, checker));
  return (
    (type.flags & TypeFlags.Object) !== 0 && ['then', 'catch'].every((name) => checker.getPropertyOfType(type, name))
  );
}

const isVoid = (type: Type | undefined): boolean => type !== undefined && (type.flags & TypeFlags.Void) !== 0;

/** Whether something can be called, and each way to call it returns that. */
function returns(
  type: Type | undefined,
  checker: Checker,
  what: (type: Type | undefined, checker: Checker) => boolean,
) {
  const signatures = type === undefined ? [] : checker.getSignaturesOfType(type, SignatureKind.Call);
  return signatures.length > 0 && signatures.every((one) => what(checker.getReturnTypeOfSignature(one), checker));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = floatingPromises(resolve(process.argv[2] ?? join(import.meta.dirname, '../tsconfig.json')));
  for (const line of found) console.log(line);
  if (found.length > 0) console.log(`${found.length} promises that nobody waits for`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
