import type { Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { sourcesOfHandlers } from './calls-of-endpoints.ts';
import { declaredEndpointNames } from './contract.ts';

interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  in?: Schema;
  options?: readonly Schema[];
  entries?: object;
}

const definitionOf = (schema: Schema): Definition => (schema as unknown as { _zod: { def: Definition } })._zod.def;

/** Can the field have only one value? Parsing checks that value, so handlers don't need to read it. */
function isConstant(schema: Schema): boolean {
  const { type, entries, innerType } = definitionOf(schema);
  if (type === 'literal') return true;
  return entries === undefined ? innerType !== undefined && isConstant(innerType) : Object.keys(entries).length === 1;
}

/** All fields that a schema declares, as paths such as `albums.title`. */
function waysIn(schema: Schema, way = ''): string[] {
  const { shape, innerType, element, in: input, options } = definitionOf(schema);
  const inner = [innerType, element, input, ...(options ?? [])].flatMap((one) => (one ? waysIn(one, way) : []));
  const own = Object.entries(shape ?? {}).flatMap(([name, field]) => {
    const here = way === '' ? name : `${way}.${name}`;
    return isConstant(field) ? [] : [here, ...waysIn(field, here)];
  });
  return [...new Set([...own, ...inner])];
}

/** Matches a read of a field: `.name`, or the name in a destructuring pattern. A key with a value (`name: …`) writes. */
const readOf = (name: string): RegExp =>
  new RegExp(String.raw`\.${name}\b|\['${name}'\]|[{,]\s*${name}\s*(?:[,}]|=[^=>]|:\s*[\w{[][^'"\x60]*?[,}])`);

/**
 * Lists the fields that an endpoint takes but its handler never reads, as `PUT /api/media/:id body genres`. It compares
 * names only, so it overlooks a field if the handler reads another one with the same name.
 */
export async function unreadFields(): Promise<string[]> {
  const names = await declaredEndpointNames();
  return [...sourcesOfHandlers()].flatMap(([constant, sources]) => {
    const endpoint = names.get(constant);
    if (endpoint === undefined) throw new Error(`No endpoint of the contract is called ${constant}.`);
    // Code that builds replies reads fields with the same names.
    const texts = sources.filter((source) => !/^\S*\.present\.ts\n/.test(source));
    return (['query', 'body'] as const).flatMap((part) =>
      waysIn(endpoint[part])
        // This field is read before the handler runs.
        .filter((way) => part === 'query' || way !== endpoint.freshSignIn?.by)
        .filter((way) => !texts.some((text) => readOf(way.split('.').at(-1) ?? '').test(text)))
        .map((way) => `${endpoint.method} ${endpoint.path} ${part} ${way}`),
    );
  });
}
