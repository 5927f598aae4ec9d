import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { applyEdits } from './source-edits.ts';
import { refuseServerFields, splitImports } from './split-imports.ts';

const FOLDER = '@scoville/contract/';
const fileOf = (address: string) => (address.startsWith(FOLDER) ? address.slice(FOLDER.length) : null);
const parse = (code: string) => parseAst(code, { lang: 'ts' });
const split = (code: string): string =>
  applyEdits(
    code,
    splitImports(parse(code), fileOf, (file) => new Set(file === 'posts.ts' ? ['posts', 'MOST'] : [])),
  );

it('imports names that need no schema from the schema-free part of a module', () => {
  expect(split(`import { type Post, NewPost, posts, MOST as most } from '@scoville/contract/posts.ts';`)).toBe(
    `import { NewPost as NewPost } from "@scoville/contract/posts.ts";` +
      `import { posts as posts,MOST as most } from "@scoville/contract/posts.ts?plain";`,
  );
  expect(split(`import { A } from '@scoville/contract/a.ts'; f(A);`)).toBe(
    `import { A as A } from "@scoville/contract/a.ts"; f(A);`,
  );
});

it('removes imports of types, and leaves other imports unchanged', () => {
  expect(split(`import type { Post } from '@scoville/contract/posts.ts';f();`)).toBe('f();');
  expect(split(`import { type Post } from '@scoville/contract/posts.ts';f();`)).toBe('f();');
  for (const code of [`import { posts } from './posts.ts';`, `import * as z from 'zod/mini';`])
    expect(split(code)).toBe(code);
});

it('rejects an import of a whole contract module', () => {
  for (const code of [`import * as all from '@scoville/contract/a.ts';`, `import all from '@scoville/contract/a.ts';`])
    expect(() => split(code)).toThrow('by names');
});

it('rejects browser code that reads fields its endpoints don’t have', () => {
  const check = (code: string) =>
    refuseServerFields(
      parse(`import { writePost as write, NewPost } from '@scoville/contract/posts.ts';${code}`),
      fileOf,
      () => new Set(['writePost']),
    );
  for (const field of ['body', 'query', 'reply', 'params', 'status'])
    expect(() => check(`f(write.${field});`)).toThrow(`The browser has no write.${field}.`);
  expect(() => check(`const { body } = write;`)).toThrow('The browser has no write.body.');
  check(
    `const { path } = write; const { body } = other; f(write.path, write.method, write.renewsSession, NewPost.body, other.body);`,
  );
});
