import { expect, it } from 'vitest';
import { loggedError } from './log.ts';

it('keeps the useful parts of an error, and drops the other properties that a library added', () => {
  const error = Object.assign(new Error('the connection ended', { cause: new Error('because') }), {
    code: '57P01',
    client: { password: 'a secret', secretKey: 123_456 },
    parameters: ['a secret'],
  });
  const kept = JSON.stringify(loggedError(error));
  expect(kept).toContain('the connection ended');
  expect(kept).toContain('57P01');
  expect(kept).toContain('because');
  expect(kept).toContain('log.test.ts');
  expect(kept).not.toMatch(/a secret|123456/);
  expect(loggedError('text')).toEqual({ message: 'text' });
});

it('keeps the same parts of an error that the queue has copied', () => {
  const error = Object.assign(new Error('the connection ended'), { code: '57P01', client: { password: 'a secret' } });
  const copy = { ...error, message: error.message, stack: error.stack, queue: 'transcode' };
  expect(loggedError(copy)).toEqual({ message: 'the connection ended', code: '57P01', stack: error.stack });
  expect(loggedError({ code: 'none' })).toEqual({ message: '[object Object]' });
});
