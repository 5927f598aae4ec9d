import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const given = { path: '/api/x', access: 'anyone', summary: 'X', reply: z.object({}) } as const;

it('an endpoint has no parameters and status 200 by default', () => {
  const call = endpoint({ ...given, method: 'GET' });
  expect(call).toMatchObject({ ...given, status: 200, multipart: null, forEverybody: false });
  for (const part of [call.params, call.query, call.body]) expect(z.parse(part as z.ZodMiniType, { a: 1 })).toEqual({});
});

it('an endpoint changes state with every method but GET, or if it declares so', () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect(endpoint({ ...given, method }).changesState).toBe(true);
  expect(endpoint({ ...given, method: 'GET' }).changesState).toBe(false);
  expect(endpoint({ ...given, method: 'GET', changesState: true }).changesState).toBe(true);
  expect(endpoint({ ...given, method: 'POST', changesState: false }).changesState).toBe(false);
});

it('an endpoint keeps its declared settings', () => {
  const part = z.object({ id: z.string() });
  const call = endpoint({
    ...given,
    method: 'POST',
    params: part,
    query: part,
    body: part,
    status: 202,
    multipart: 'file',
    forEverybody: true,
    perMinute: 3,
    type: 'text/event-stream',
  });
  expect(call).toMatchObject({
    status: 202,
    multipart: 'file',
    forEverybody: true,
    perMinute: 3,
    type: 'text/event-stream',
  });
  expect([call.params, call.query, call.body]).toEqual([part, part, part]);
});
