import type { Schema } from '../platform/http/endpoint.ts';
import { safeParse } from 'zod/mini';

/** The parts of a schema's definition that are read here; zod has the definition at `_zod.def`. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  options?: readonly Schema[];
  entries?: Record<string, string | number>;
  values?: readonly unknown[];
}

const definitionOf = (schema: Schema): Definition => (schema as unknown as { _zod: { def: Definition } })._zod.def;

/** Sample texts, tried in this order until the schema accepts one. */
const TEXTS = [
  'Salt and smoke',
  'somebody@example.org',
  'https://example.org/x',
  '2031-02-14',
  '20:00',
  '2031-02-14T20:00:00.000Z',
  '1',
  'abcdefghij',
  '',
];
const NUMBERS = [1, 50, 0, 1000];

const takes = (schema: Schema, value: unknown): boolean => safeParse(schema, value).success;

/**
 * Returns a value that the schema accepts, with every field present; undefined if none was found.
 * @param id the value for ids
 */
export function validFor(schema: Schema, id: string): unknown {
  const found = guess(schema, id, false);
  return takes(schema, found) ? found : undefined;
}

/** Like `validFor`, but with as little as the schema accepts: null, empty lists, and no optional fields. */
export function leastFor(schema: Schema, id: string): unknown {
  const found = guess(schema, id, true);
  return takes(schema, found) ? found : undefined;
}

function guess(schema: Schema, id: string, isLeast: boolean): unknown {
  const texts = [TEXTS[0], id, ...TEXTS.slice(1)];
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).map(([name, field]) => [name, guess(field, id, isLeast)] as const),
      );
    case 'optional':
      return isLeast ? undefined : definition.innerType && guess(definition.innerType, id, isLeast);
    case 'nullable':
      return isLeast ? null : definition.innerType && guess(definition.innerType, id, isLeast);
    case 'default':
    case 'prefault':
    case 'readonly':
      return definition.innerType && guess(definition.innerType, id, isLeast);
    case 'pipe':
      return texts.find((text) => takes(schema, text)) ?? (definition.in && guess(definition.in, id, isLeast));
    case 'array': {
      if (isLeast && takes(schema, [])) return [];
      const one = definition.element && guess(definition.element, id, isLeast);
      return takes(schema, [one]) ? [one] : [];
    }
    case 'union':
      return definition.options?.map((option) => guess(option, id, isLeast)).find((value) => takes(schema, value));
    case 'enum':
      return Object.values(definition.entries ?? {})[0];
    case 'literal':
      return definition.values?.[0];
    case 'boolean':
      return true;
    default:
      return [...texts, ...NUMBERS, true].find((value) => takes(schema, value));
  }
}
