import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let musician: Account;
beforeAll(async () => {
  server = await startTestServer();
  musician = await server.signUp();
});
afterAll(() => server.close());

/** Saves ways of contact from a browser with these languages. Returns the saved ones, or the refusal. */
async function save(infos: string[], languages: string) {
  const { status, body } = await musician.client.send({
    method: 'PUT',
    url: `/api/users/${musician.me.id}`,
    headers: { 'accept-language': languages },
    payload: { contactMethods: infos.map((info) => ({ title: 'Phone', info })) },
  });
  return status === 200 ? body.contactMethods.map(({ info }: { info: string }) => info) : [status, body.errors];
}

it('VA-21 a telephone number gets the country of the browser’s language', async () => {
  expect(await save(['030 901820', 'a@b.co'], 'de')).toEqual(['+49 30 901820', 'a@b.co']);
  expect(await save(['(212) 555-0123'], '')).toEqual(['(212) 555-0123']);
  const refused = (place: number) => [
    400,
    [
      {
        field: `contactMethods.${place}.info`,
        code: 'invalid',
        message: 'Info entered is invalid. Add the country code, such as +1 or +49.',
      },
    ],
  ];
  expect(await save(['(212) 555-0123', '030 901820'], 'en-US')).toEqual(refused(1));
  expect(await save(['555-0123'], 'en-US')).toEqual(refused(0));
});

it('a stored telephone number doesn’t change when its owner travels', async () => {
  expect(await save(['333 223 4567'], 'en-US')).toEqual(['333 223 4567']);
  expect(await save(['333 223 4567', '02 1234 5678'], 'it')).toEqual(['333 223 4567', '+39 02 1234 5678']);
});
