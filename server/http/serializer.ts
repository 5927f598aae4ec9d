import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import * as z from 'zod';

/** What says how something is written; what only says which values are right is left out, since they are ours. */
const WRITTEN = ['type', 'properties', 'required', 'items', 'anyOf', 'const', 'enum', 'nullable'];

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * A reply's schema for the compiler: null beside something else is written without looking twice, and what a schema
 * does not name is dropped.
 */
function forWriting(schema: Json): Json {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const others = (anyOf as Json[]).filter(({ type }) => type !== 'null');
    if (others.length === 1 && others.length < anyOf.length)
      return { ...forWriting(others[0] as Json), nullable: true };
    return { anyOf: (anyOf as Json[]).map(forWriting) };
  }
  const named = Object.entries(schema).filter(([name]) => WRITTEN.includes(name));
  const written: Json = Object.fromEntries(named);
  if (Array.isArray(written['type'])) {
    const [type] = (written['type'] as string[]).filter((one) => one !== 'null');
    if (written['type'].length === 2 && written['type'].includes('null'))
      Object.assign(written, { type, nullable: true });
  }
  if (isObject(schema['properties']))
    written['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, of]) => [name, forWriting(of as Json)]),
    );
  if (isObject(schema['items'])) written['items'] = forWriting(schema['items']);
  if (isObject(schema['additionalProperties']))
    written['additionalProperties'] = forWriting(schema['additionalProperties']);
  return written;
}

/**
 * Writes replies by code that is compiled from the contract's schema: it writes what the schema names and drops the
 * rest, in a quarter of the time that parsing by the schema and writing take. Tests parse each reply by the contract.
 */
export const serializerCompiler: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) =>
  fastJson(forWriting(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' })) as never);
