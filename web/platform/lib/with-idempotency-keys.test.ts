import { describe, expect, it } from 'vitest';
import { withIdempotencyKeys } from './with-idempotency-keys.ts';

/** A server that executes each key once, and whose answers can be lost. */
function lossyServer() {
  const kept: { key: string; text: string }[] = [];
  const server = {
    kept,
    losesAnswers: false,
    send: withIdempotencyKeys(
      async (body: { convo: { users: string[] }; text: string }, key) => {
        if (!kept.some((one) => one.key === key)) kept.push({ key, text: body.text });
        if (server.losesAnswers) throw new Error('The answer was lost.');
        return body.text;
      },
      ({ convo }) => convo,
    ),
  };
  return server;
}

describe('a message whose answer was lost', () => {
  const convo = { users: ['ada'] };

  it('arrives once, however often it is sent again', async () => {
    const server = lossyServer();
    server.losesAnswers = true;
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(server.send({ convo, text: 'Hello' })).rejects.toThrow('The answer was lost.');
    server.losesAnswers = false;
    expect(await server.send({ convo, text: 'Hello' })).toBe('Hello');
    expect(server.kept.map(({ text }) => text)).toEqual(['Hello']);
    expect(server.kept[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    // The same text sent again after it arrived is another message.
    await server.send({ convo, text: 'Hello' });
    expect(server.kept.map(({ text }) => text)).toEqual(['Hello', 'Hello']);
  });

  it('counts as another message after a change, or for another receiver', async () => {
    const server = lossyServer();
    server.losesAnswers = true;
    await expect(server.send({ convo, text: 'Hello' })).rejects.toThrow('The answer was lost.');
    server.losesAnswers = false;
    await server.send({ convo: { users: ['bela'] }, text: 'Hello' });
    await server.send({ convo, text: 'Hello again' });
    expect(server.kept.map(({ text }) => text)).toEqual(['Hello', 'Hello', 'Hello again']);
    expect(new Set(server.kept.map(({ key }) => key)).size).toBe(3);
  });
});
