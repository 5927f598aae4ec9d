import { pino } from 'pino';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createHttp } from './server.ts';

const Body = z.object({
  plan: z.string(),
  convo: z.object({ users: z.array(z.string()) }),
  action: z.enum(['read', 'archive']),
  size: z.optional(z.int().check(z.maximum(5))),
  on: z.optional(z.boolean()),
  own: z.optional(z.string('Choose one.')),
});

it('a refusal without a sentence of its own names its field, and says what would be right', async () => {
  const app = await createHttp({ logger: pino({ level: 'silent' }), secure: false, development: false });
  app.post('/api/tried', { schema: { body: Body } }, async () => ({}));
  const send = async (payload: unknown) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const answer = await app.inject({ method: 'POST', url: '/api/tried', headers, payload: JSON.stringify(payload) });
    expect(answer.statusCode).toBe(400);
    const { message, errors } = answer.json<{ message: string; errors: { field: string; message: string }[] }>();
    expect(message).toBe(errors[0]?.message);
    return errors.map((error) => [error.field, error.message]);
  };
  expect(await send({ convo: { users: 'x' }, action: 'eat', size: 9, on: 'yes', own: 3 })).toEqual([
    ['plan', 'The field “plan” is required.'],
    ['convo.users', 'The field “convo.users” must be a list.'],
    ['action', 'The field “action” must be read or archive.'],
    ['size', 'The field “size” is not valid: Too big: expected number to be <=5.'],
    ['on', 'The field “on” must be true or false.'],
    ['own', 'Choose one.'],
  ]);
  expect(await send({ convo: {}, plan: 'x', action: 'read' })).toEqual([
    ['convo.users', 'The field “convo.users” is required.'],
  ]);
  expect(await send('nonsense')).toEqual([['', 'The request must be an object.']]);
  await app.close();
});
