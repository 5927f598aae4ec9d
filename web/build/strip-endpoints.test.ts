import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { withoutServerFields } from './strip-endpoints.ts';

/** Source without what a formatter may change. */
const plain = (code: string): string => {
  parseAst(code, { lang: 'ts' });
  return code.replaceAll(/\s/g, '').replaceAll(/,(?=[})])/g, '');
};
const expectStripped = (code: string, expected: string): void =>
  expect(plain(withoutServerFields(code))).toBe(plain(expected));

it('removes the server’s fields from an endpoint', () =>
  expectStripped(
    `export const follow = endpoint({
      method: 'POST',
      path: '/api/follow',
      access: 'anyone',
      summary: 'Follow a musician',
      perMinute: 20,
      reply: Follow,
    });`,
    `export const follow = endpoint({ method: 'POST', path: '/api/follow', reply: Follow });`,
  ));

it('removes them however they are formatted, and whatever their values are', () => {
  expectStripped(
    `a = endpoint({access:'anyone',"summary":\`It’s {fine},\`,method:'GET'})`,
    `a = endpoint({method:'GET'})`,
  );
  expectStripped(`a = endpoint({ method: 'GET', summary:\n'a' + 'b, c' })`, `a = endpoint({ method: 'GET' })`);
  expectStripped(`a = endpoint({ summary: 'a', /* 'b', } */ perMinute: LIMIT * 2, })`, `a = endpoint({})`);
  expectStripped(
    `a = endpoint<Reply>({ 'access' /* : */ : ('admin' as const), path, })`,
    `a = endpoint<Reply>({ path })`,
  );
  expectStripped(`const t = '“…”'; a = endpoint({ access, path });`, `const t = '“…”'; a = endpoint({ path });`);
});

it('removes descriptions for readers of the API, and keeps the checks beside them', () => {
  expectStripped(`q = z.string().check(z.min(1), z.describe('So, (a)'),)`, `q = z.string().check(z.min(1))`);
  expectStripped(`q = z.string().check(z.describe('a'), z.min(1))`, `q = z.string().check(z.min(1))`);
  expectStripped(`q = z.string().check(z.describe(\n'a',\n))`, `q = z.string().check()`);
  expectStripped(
    `a = endpoint({ query: z.object({ q: Id.check(z.describe('a')) }), access: 'admin' })`,
    `a = endpoint({ query: z.object({ q: Id.check() }) })`,
  );
});

it('leaves everything else alone', () => {
  for (const code of [
    `const text = "endpoint({ access: 'admin', summary: 'x' }), z.describe('x')";`,
    `// endpoint({ access: 'admin' })\nconst a = 1;`,
    `const row = { summary: 'a', access: 'b', perMinute: 1 };`,
    `const other = declare({ access: 'admin', summary: 'a' });`,
    `const a = endpoint({ method: 'GET', body: z.object({ summary: z.string(), access: Access }) });`,
    `const a = endpoint({ ['summary']: 'a', ...{ access: 'b' } });`,
    `const a = other.describe('x').check(describe('y'));`,
    `const a = z.string().describe('x');`,
  ])
    expect(withoutServerFields(code)).toBe(code);
});
