import type { FastifyError } from 'fastify';
import { describe, expect, it } from 'vitest';
import { bodyOf } from './respond.ts';

/** The answer if the database refuses a statement with this SQLSTATE. */
const answerTo = (code: string) => bodyOf(Object.assign(new Error('could not extend file'), { code }) as FastifyError);

describe('a refusal of the database', () => {
  it.each([
    ['22021', 400, /a character that is not allowed/],
    ['53100', 507, /^The server is short of disk space, so nothing was saved\./],
    ['53200', 503, /short of memory/],
    ['53300', 503, /^The database is unavailable\./],
    ['57014', 503, /taking too long/],
    ['XX000', 500, /^Something went wrong on our side\./],
  ])('with SQLSTATE %s is answered with %i and advice', (code, status, message) => {
    expect(answerTo(code)).toEqual({ status, body: { message: expect.stringMatching(message), errors: [] } });
  });
});
