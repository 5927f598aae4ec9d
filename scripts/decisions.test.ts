import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/decisions');
const read = (path: string): string => readFileSync(path, 'utf8');
const pages = globSync('2*.md', { cwd: FOLDER }).toSorted();
const titleOf = (page: string): string => /^# (.+)$/m.exec(read(join(FOLDER, page)))?.[1] ?? '';

describe('the decisions', () => {
  it('are each listed once in docs/decisions/README.md, with the title of their page', () => {
    const listed = [...read(join(FOLDER, 'README.md')).matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
    expect(listed.map(([, title, page]) => `${page} ${title}`).toSorted()).toEqual(
      pages.map((page) => `${page} ${titleOf(page)}`),
    );
  });

  it.each(pages)('have their context and the decision in sections: %s', (page) => {
    const sections = [...read(join(FOLDER, page)).matchAll(/^## (.+)$/gm)].map(([, section]) => section);
    expect(sections).toEqual(expect.arrayContaining(['Context', 'Decision']));
  });

  it('are named by their files wherever they are mentioned', () => {
    const files = globSync('{contract,server,web,fixtures,demo,journeys,bench,scripts,docs}/**/*.{ts,tsx,mjs,sql,md}', {
      cwd: ROOT,
      exclude: (path) => /node_modules|\bdist\b/.test(path),
    });
    const mentioned = files.flatMap((file) =>
      [...read(join(ROOT, file)).matchAll(/(?:decisions\/|\()(2\d{3}-\d\d-\d\d-[\w-]+\.md)/g)].map(([, page = '']) => ({
        file,
        page,
      })),
    );
    expect(mentioned.length).toBeGreaterThan(100);
    expect(mentioned.filter(({ page }) => !pages.includes(page))).toEqual([]);
  });
});

it('the map names only files and folders that exist', () => {
  const sources = globSync('{contract,server,web,fixtures,demo,journeys,bench,scripts}/**/*', {
    cwd: ROOT,
    exclude: (path) => /node_modules|\bdist\b/.test(path),
  });
  const named = [...read(join(ROOT, 'docs/map.md')).matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.tsx?))`/g)].map(
    ([, name = '']) => name.replace(/\/$/, ''),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(
    named.filter((name) => !existsSync(join(ROOT, name)) && !sources.some((path) => path.endsWith(`/${name}`))),
  ).toEqual([]);
});
