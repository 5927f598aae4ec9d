import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { contractCode } from './contract-code.ts';
import type { NamesIn } from './split-imports.ts';

/** Removes from source the characters that a formatter may change. */
const plain = (code: string): string => {
  parseAst(code);
  return code.replaceAll(/\s/g, '').replaceAll(/,(?=[})])/g, '');
};
const read = (code: string, plainIn: NamesIn = () => new Set()) => contractCode(code, plainIn);
const expectCode = (code: string, expected: string): void => expect(plain(read(code).code)).toBe(plain(expected));

it('keeps the fields of an endpoint that the browser reads, however the code is formatted', () => {
  expectCode(
    `export const follow = endpoint({
      method: 'POST',
      path: '/api/follow',
      access: 'anyone',
      summary: 'Follow a musician',
      perMinute: 20,
      body: Body,
      reply: Follow,
      renewsSession: true,
    });`,
    `export const follow = ({ method: 'POST', path: '/api/follow', renewsSession: true });`,
  );
  expectCode(`a = endpoint({access:'anyone',"summary":\`It’s {fine},\`,method:'GET'})`, `a = ({method:'GET'})`);
  expectCode(`a = endpoint({ method: 'GET', summary:\n'a' + 'b, c' })`, `a = ({ method: 'GET' })`);
  expectCode(`a = endpoint({ summary: 'a', /* 'b', } */ perMinute: LIMIT * 2, })`, `a = ({})`);
  expectCode(`a = endpoint({ 'access' /* : */ : ('admin'), path, })`, `a = ({ path })`);
  expectCode(`const t = '“…”'; a = endpoint({ access, path });`, `const t = '“…”'; a = ({ path });`);
});

it('removes descriptions, which are for readers of the API, and keeps the checks of the same field', () => {
  expectCode(`q = z.string().check(z.min(1), z.describe('So, (a)'),)`, `q = z.string().check(z.min(1))`);
  expectCode(`q = z.string().check(z.describe('a'), z.min(1))`, `q = z.string().check(z.min(1))`);
  expectCode(`q = z.string().check(z.describe(\n'a',\n))`, `q = z.string().check()`);
});

it('leaves everything else as it is', () => {
  for (const code of [
    `const text = "endpoint({ access: 'admin', summary: 'x' }), z.describe('x')";`,
    `// endpoint({ access: 'admin' })\nconst a = 1;`,
    `const row = { summary: 'a', access: 'b', perMinute: 1 };`,
    `f(declare({ access: 'admin', summary: 'a' }));`,
    `const f = () => z.object({ summary: z.string(), access: Access });`,
    `f(endpoint(definition));`,
    `f(other.describe('x').check(describe('y')));`,
    `f(z.string().describe('x'));`,
  ])
    expect(read(code).code).toBe(code);
});

it('lets the bundler leave out unused values that a module computes as it loads', () => {
  expectCode(
    `const A = z.object({}).check(z.min(1)); export const b = new Set([1]), c = 7; const f = (x) => g(x);`,
    `const A = /* @__PURE__ */ (() => (z.object({}).check(z.min(1))))();
     export const b = /* @__PURE__ */ (() => (new Set([1])))(), c = 7; const f = (x) => g(x);`,
  );
});

it('detects declarations that need no schema, through functions, constants and other modules', () => {
  const { plainCode, plain: names } = read(
    `import * as z from 'zod/mini';
    import { Text, clean } from './text.ts';
    import { endpoint } from './endpoint.ts';
    export const isGood = (value) => Good.safeParse(value).success;
    const Good = z.object({ text: Text });
    export const MOST = 7;
    export function short(value) { return clean(value).slice(0, MOST); }
    export const good = endpoint({ method: 'GET', path: '/good', reply: Good, query: z.object({}) });
    export const two = { good, isGood };`,
    (file) => new Set(file === 'text.ts' ? ['clean'] : []),
  );
  expect([...names]).toEqual(['MOST', 'short', 'good']);
  expect(plain(plainCode)).toBe(
    plain(`import { clean as clean } from "./text.ts?plain";
    export const MOST = 7;
    export function short(value) { return clean(value).slice(0, MOST); }
    export const good = ({ method: 'GET', path: '/good' });`),
  );
});

it('detects names that a destructuring pattern declares', () => {
  const { plain: names, plainCode } = read(
    `import * as z from 'zod/mini';
    const { one, two: [three] } = z.object({}).shape;
    export const four = { one };
    export const five = () => three;
    export const { six } = { six: 6 };`,
  );
  expect(names.has('four') || names.has('five')).toBe(false);
  expect(names.has('six')).toBe(true);
  expect(plain(plainCode)).toBe('exportconst{six}={six:6};');
});

it('names the endpoints of a module', () => {
  const { endpoints } = read(`export const a = endpoint({ path: '/a' }); const b = 1; export const C = z.object({});`);
  expect([...endpoints]).toEqual(['a']);
});
