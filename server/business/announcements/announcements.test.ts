import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
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

  it('is null until an administrator writes one', async () => {
    expect(await shown()).toBeNull();
  });
  it('SY-04 is shown to all by default', async () => {
    await announce('**x**', false);
    expect(await shown()).toMatchObject({ html: '<p><strong>x</strong></p>', disappearAfterLogin: false });
    expect(await shown((await server.signUp()).client)).toMatchObject({ message: '**x**' });
  });
  it('SY-05 is shown only to visitors if it disappears after login', async () => {
    await announce('hello', true);
    expect(await shown()).toMatchObject({ message: 'hello' });
    expect(await shown((await server.signUp()).client)).toBeNull();
  });
  it('SY-01 SY-06 API-61 is a single message that administrators write and remove, and all users read', async () => {
    await server.app.db`delete from system_message`;
    const admin = await server.signUp({ role: 'admin' });
    const member = await server.signUp();
    const first = { message: ' First ', actionLink: '/genres', disappearAfterLogin: 'true' };
    for (const [client, status] of [
      [server.visitor(), 401],
      [member.client, 403],
    ] as const) {
      expect((await client.post('/api/system-message', first)).status).toBe(status);
      expect((await client.delete(`/api/system-message/${newId()}`)).status).toBe(status);
      expect((await client.get('/api/admin/system-message')).status).toBe(status);
    }
    expect(await shown()).toBeNull();
    const written = (await admin.client.post('/api/system-message', first)).body.systemMessage;
    expect(written).toEqual({
      id: written.id,
      message: 'First',
      html: '<p>First</p>',
      actionLink: '/genres',
      disappearAfterLogin: true,
    });
    // Its author is signed in, so the message is not shown, but the form still has it.
    expect(await shown(admin.client)).toBeNull();
    expect((await admin.client.get('/api/admin/system-message')).body.systemMessage).toEqual(written);
    const second = (await admin.client.post('/api/system-message', { message: 'Second' })).body.systemMessage;
    expect(await shown()).toEqual({ ...second, message: 'Second', actionLink: null, disappearAfterLogin: false });
    expect(await server.app.db`select message, updated_by from system_message`).toEqual([
      { message: 'Second', updated_by: admin.me.id },
    ]);
    // Removing the first message by its id doesn't remove the second.
    expect((await admin.client.delete(`/api/system-message/${written.id}`)).status).toBe(404);
    expect(await shown()).toMatchObject({ id: second.id });
    expect((await admin.client.delete(`/api/system-message/${second.id}`)).body).toEqual({
      id: second.id,
      deleted: true,
    });
    expect(await shown()).toBeNull();
    expect((await admin.client.get('/api/admin/system-message')).body).toEqual({ systemMessage: null });
  });
  it('is rejected without text or with a script link, and its preview equals the published message', async () => {
    const { client } = await server.signUp({ role: 'admin' });
    expect((await client.post('/api/system-message', { message: '  ' })).body.errors).toEqual([
      { field: 'message', code: 'too_small', message: 'Message is required.' },
    ]);
    for (const actionLink of [
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'https://user:word@x.example',
    ])
      expect((await client.post('/api/system-message', { message: 'x', actionLink })).body.message).toBe(
        'Enter a path of this site, such as /genres, or an address that begins with http:// or https://.',
      );
    expect((await client.post('/api/system-message/preview', { message: '**x** <script>y</script>' })).body).toEqual({
      html: '<p><strong>x</strong> &lt;script&gt;y&lt;/script&gt;</p>',
    });
  });
  it('is rejected with a picture of another site, and older messages are shown without such pictures', async () => {
    const { client } = await server.signUp({ role: 'admin' });
    const foreign = [
      '![Our tour](https://images.example/tour.png)',
      '![Our tour](//images.example/tour.png "All dates")',
      '![Our tour][1]\n\n[1]: http://images.example/tour.png',
      '[![Our tour](https://images.example/tour.png)](https://tour.example)',
      '![Our tour](tour.png)',
    ];
    for (const message of foreign) {
      const answer = await client.post('/api/system-message', { message });
      expect([message, answer.status, answer.body.errors?.[0]]).toEqual([
        message,
        400,
        {
          field: 'message',
          code: 'invalid',
          message: expect.stringMatching(/^Pictures from other sites .* Use a link/),
        },
      ]);
      await announce(message, false);
      const { html } = await shown();
      expect(html).toContain('Our tour');
      expect(html).not.toMatch(/<img|src=/);
    }
    const own = { message: '![Our tour](/images/tour.png) `![x](https://images.example/tour.png)`' };
    const { status, body } = await client.post('/api/system-message', own);
    expect([status, body.systemMessage?.html]).toEqual([
      200,
      '<p><img src="/images/tour.png" alt="Our tour" /> <code>![x](https://images.example/tour.png)</code></p>',
    ]);
  });
  it('SY-03 only links to our own pages and to web addresses', async () => {
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
  it('SY-02 is Markdown that runs no scripts', () => {
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
