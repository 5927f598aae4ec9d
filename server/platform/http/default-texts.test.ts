import { pino } from 'pino';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { setDefaultTexts } from './default-texts.ts';
import { createHttp } from './server.ts';

const Body = z.object({
  plan: z.string(),
  convo: z.object({ users: z.array(z.string()) }),
  action: z.enum(['read', 'archive']),
  size: z.optional(z.int().check(z.maximum(5))),
  on: z.optional(z.boolean()),
  own: z.optional(z.string('Choose one.')),
});

/** Schemas without messages, an invalid value for each, and its message. */
const REFUSALS: [z.ZodMiniType, unknown, string][] = [
  [z.string().check(z.maxLength(200)), 'x'.repeat(201), 'must have at most 200 characters'],
  [z.string().check(z.maxLength(1)), 'xx', 'must have at most 1 character'],
  [z.string().check(z.minLength(1)), '', 'must not be empty'],
  [z.string().check(z.length(3)), 'x', 'must have at least 3 characters'],
  [z.array(z.int()).check(z.maxLength(2)), [1, 2, 3], 'must have at most 2 entries'],
  [z.array(z.int()).check(z.minLength(1)), [], 'must not be empty'],
  [z.array(z.int()).check(z.minLength(2)), [1], 'must have at least 2 entries'],
  [z.int().check(z.minimum(3)), 2, 'must be at least 3'],
  [z.number().check(z.gt(3)), 3, 'must be more than 3'],
  [z.number().check(z.lt(3)), 3, 'must be less than 3'],
  [z.number().check(z.multipleOf(5)), 3, 'must be a multiple of 5'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.iso.date(), 'x', 'must be a date such as 2026-11-29'],
  [z.iso.datetime(), 'x', 'must be a moment such as 2026-11-29T12:00:00Z'],
  [z.string().check(z.regex(/^a$/)), 'x', 'does not have the right form'],
  [z.string().check(z.refine(() => false)), 'x', 'is not valid'],
  [z.union([z.int(), z.boolean()]), 'x', 'is not valid'],
  [z.strictObject({ a: z.optional(z.int()) }), { b: 1, c: 2 }, 'must not have “b” or “c”'],
  [z.record(z.string().check(z.maxLength(1)), z.int()), { long: 1 }, 'is not valid'],
];

it.each(REFUSALS)('a value is refused with our own message (case %#)', (schema, value, demand) => {
  setDefaultTexts();
  const { error } = z.safeParse(z.object({ field: schema }), { field: value });
  expect(error?.issues[0]?.message).toMatch(new RegExp(`^The field “field(\\.long)?” ${demand}\\.$`));
});

it('a refusal without its own message names the field and the expected value', async () => {
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
    ['size', 'The field “size” must be at most 5.'],
    ['on', 'The field “on” must be true or false.'],
    ['own', 'Choose one.'],
  ]);
  expect(await send({ convo: {}, plan: 'x', action: 'read' })).toEqual([
    ['convo.users', 'The field “convo.users” is required.'],
  ]);
  expect(await send('nonsense')).toEqual([['', 'The request must be an object.']]);
  await app.close();
});
