import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { domains } from '../app.ts';
import { type Port, createDomains, fill, port } from './ports.ts';
import { refilled } from '../testkit/domains.ts';

const colours = port<string>('colours');
const sizes = port<number>('sizes');

describe('a port', () => {
  it('gives the things it was filled with, in the given order', () => {
    const { given } = createDomains([fill(colours, ['red', 'blue']), fill(sizes, [])]);
    expect(given(colours).map((colour) => colour.length)).toEqual([3, 4]);
    expect(given(sizes)).toEqual([]);
  });

  it('throws an error with its name if app.ts doesn’t fill it', () => {
    const { given } = createDomains([fill(colours, ['red'])]);
    expect(() => given(sizes)).toThrow("app.ts doesn't fill the port of sizes.");
    // It is found by itself, not by its name.
    expect(() => given(port<string>('colours'))).toThrow('the port of colours');
  });

  it('can’t be filled twice', () => {
    expect(() => createDomains([fill(colours, ['red']), fill(sizes, [1]), fill(colours, ['blue'])])).toThrow(
      'app.ts fills the port of colours twice.',
    );
  });

  it('takes and gives only things of its type', () => {
    // @ts-expect-error: sizes are numbers.
    fill(sizes, ['large']);
    // @ts-expect-error: sizes are numbers.
    const wrong: readonly string[] = createDomains([fill(sizes, [1])]).given(sizes);
    // @ts-expect-error: a port of numbers is no port of numbers and strings.
    const wider: Port<number | string> = sizes;
    expect([wrong, wider]).toEqual([[1], sizes]);
  });

  it('can be refilled in a test, which leaves the other ports as they are', () => {
    const { given } = refilled(createDomains([fill(colours, ['red']), fill(sizes, [1])]), [fill(sizes, [2])]);
    expect([given(colours), given(sizes)]).toEqual([['red'], [2]]);
  });
});

const SERVER = join(import.meta.dirname, '..');

/** A file of the server, with the name of a port that it declares. */
const declared = globSync('**/*.ts', {
  cwd: SERVER,
  exclude: (path) => /node_modules|\.test\.ts$/.test(path),
}).flatMap((file) =>
  [...readFileSync(join(SERVER, file), 'utf8').matchAll(/^(.*?)\bport</gm)].map(
    ([, before = '']) => [file, /^export const (\w+) = $/.exec(before)?.[1] ?? before] as const,
  ),
);

describe('app.ts', () => {
  it.each(declared)('fills the port of %s: %s', async (file, name) => {
    const { [name]: found }: Record<string, Port<unknown>> = await import(join(SERVER, file));
    if (found === undefined) throw new Error(`${file} doesn't export its port.`);
    expect(domains.given(found).length).toBeGreaterThan(0);
  });

  it('is compared with the ports that the files declare', () => {
    expect(declared).toContainEqual(['platform/events/feed.ts', 'feeds']);
  });
});
