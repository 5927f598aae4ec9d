import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { type TestServer, startTestServer } from '../testkit/server.ts';
import { markdownHtml } from './markdown.ts';

describe('the system message', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const announce = async (message: string, only: boolean) => {
    await server.app.db`delete from system_message`;
    await server.app
      .db`insert into system_message (id, message, disappear_after_login) values (${newId()}, ${message}, ${only})`;
  };
  const shown = async (client = server.visitor()) => (await client.get('/api/system-message')).body.systemMessage;

  it('is absent until there is one', async () => {
    expect(await shown()).toBeNull();
  });
  it('SY-04 is shown to all by default', async () => {
    await announce('**x**', false);
    expect(await shown()).toMatchObject({ html: '<p><strong>x</strong></p>', disappearAfterLogin: false });
    expect(await shown((await server.signUp()).client)).toMatchObject({ message: '**x**' });
  });
  it('SY-05 is shown to visitors only when it disappears after login', async () => {
    await announce('hello', true);
    expect(await shown()).toMatchObject({ message: 'hello' });
    expect(await shown((await server.signUp()).client)).toBeNull();
  });
  it('leads to our own pages and to the web, and nowhere else', async () => {
    const leads = async (link: string) => {
      await announce('x', false);
      await server.app.db`update system_message set action_link = ${link}`;
      return (await shown()).actionLink;
    };
    for (const good of ['/genres/soul', 'https://example.org/a?b=c', 'HTTP://example.org'])
      expect(await leads(good)).toBe(good);
    for (const evil of ['javascript:alert(1)', ' javascript:alert(1)', '//evil.example', 'data:text/html,x', 'x'])
      expect(await leads(evil)).toBeNull();
  });
  it('SY-02 is markdown, in which nothing runs', () => {
    expect(markdownHtml('**x** [y](https://z.example)')).toBe(
      '<p><strong>x</strong> <a rel="noopener nofollow" href="https://z.example">y</a></p>',
    );
    for (const spite of [
      '<script>alert(1)</script>',
      '[x](javascript:alert(1))',
      '<img src=x onerror=alert(1)>',
      '![x](data:text/html,1)',
      '<a href="x" onclick="y">',
    ])
      expect(markdownHtml(spite)).not.toMatch(/<script|href="javascript|<img[^>]+onerror|src="data|<a [^>]*onclick/);
  });
});
