import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readJsonBodies } from './json-bodies.ts';
import { answerErrors } from './respond.ts';

/** A server that echoes the body and charges 500 milliseconds for parsing each one. */
function echo({ factor = 1, now = (): number => 0 } = {}) {
  const app = Fastify({ trustProxy: true });
  answerErrors(app);
  let worked = 0;
  readJsonBodies(app, factor, { clock: now, cpu: () => (worked += 500) });
  app.post('/', async ({ body }) => ({ body }));
  return (payload: string, from = '10.1.1.1') =>
    app.inject({
      method: 'POST',
      url: '/',
      payload,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    });
}
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a JSON body', () => {
  it('is parsed up to 32 levels, and refused with a message if it is deeper', async () => {
    const send = echo();
    expect((await send(nested(32))).statusCode).toBe(200);
    for (const deep of [nested(33), '['.repeat(100_000), '{"a":'.repeat(33), `{"a":"\\"","b":${nested(32)}}`]) {
      const answer = await send(deep);
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'The lists and objects in this request are nested too deeply. At most 32 levels are possible.',
      ]);
    }
  });

  it('can have any number of brackets in its texts, and lists side by side', async () => {
    const send = echo();
    for (const body of [
      { a: '['.repeat(100) },
      { a: '\\"{[{['.repeat(20), b: '\\' },
      Array.from({ length: 100 }, () => []),
    ])
      expect((await send(JSON.stringify(body))).json()).toEqual({ body });
  });

  it('is refused with 400 if it is not valid JSON', async () => {
    const send = echo();
    for (const body of ['', '{', '{"__proto__":1}', '"\\']) expect((await send(body)).statusCode, body).toBe(400);
  });

  it('is charged to its network until the budget is used up; other networks are unaffected', async () => {
    let seconds = 0;
    const send = echo({ now: () => seconds * 1000 });
    // 6 s are saved up, and each body costs half a second.
    for (let n = 0; n < 12; n += 1) expect((await send('{}')).statusCode).toBe(200);
    const refused = await send('{}');
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringMatching(/^Your network has asked/),
    ]);
    expect((await send('{}', '10.2.2.2')).statusCode).toBe(200);
    seconds = 2;
    expect((await send('{}')).statusCode).toBe(200);
  });

  it('is free if the limits are off', async () => {
    const send = echo({ factor: 0 });
    for (let n = 0; n < 40; n += 1) expect((await send('{}')).statusCode).toBe(200);
  });
});
