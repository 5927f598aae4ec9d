import { expect, it } from 'vitest';
import type { Endpoint, Schema } from './endpoint.ts';
import { ServerEvent } from '../../events.ts';

/** Kinds of schema whose output may differ from their input, or whose values JSON can't represent. */
const CHANGING = new Set([
  'transform',
  'date',
  'bigint',
  'map',
  'set',
  'symbol',
  'undefined',
  'void',
  'file',
  'catch',
  'prefault',
]);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'reply' in value && 'path' in value && 'method' in value;

/** The kinds of a schema and of all its parts. */
function kindsIn(schema: Schema, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod;
  return [
    def.type,
    ...Object.values(def)
      .flatMap(schemasIn)
      .flatMap((part) => kindsIn(part, seen)),
  ];
}

const schemasIn = (value: unknown): Schema[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('_zod' in value) return [value as Schema];
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value)
    ? Object.values(value).flatMap(schemasIn)
    : [];
};

it('replies need no parsing by their schemas in the browser, which has no schemas', () => {
  const modules = import.meta.glob<Record<string, unknown>>(['../../*/**/*.ts', '!**/*.test.ts', '!**/testkit/**'], {
    eager: true,
  });
  const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint));
  expect(endpoints.length).toBeGreaterThan(200);
  const changing = endpoints.flatMap(({ method, path, reply }) =>
    kindsIn(reply)
      .filter((kind) => CHANGING.has(kind))
      .map((kind) => `${method} ${path}: ${kind}`),
  );
  expect(changing).toEqual([]);
  expect(kindsIn(ServerEvent).filter((kind) => CHANGING.has(kind))).toEqual([]);
});
