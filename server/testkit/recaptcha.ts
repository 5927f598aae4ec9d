import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recaptcha {
  /** The value for RECAPTCHA_URL. */
  url: string;
  /** Valid responses of solved captchas; each is accepted once. */
  solved: Set<string>;
  /** The requests that it received, newest last. */
  asked: Record<string, string>[];
  /** A status and a body to answer instead; null to answer normally. */
  broken: { status: number; body: string } | null;
  close(): Promise<void>;
}

/** The script for a page. It adds a button instead of Google's box, with the same interface. */
const SCRIPT = `window.grecaptcha = {
  ready: (then) => then(),
  render(place, { sitekey, callback, 'expired-callback': expired }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Solve the captcha of ' + sitekey;
    button.onclick = () => callback('solved by hand');
    const old = document.createElement('button');
    old.type = 'button';
    old.textContent = 'Wait too long';
    old.onclick = () => expired();
    place.append(button, old);
    return 0;
  },
  reset() {},
};`;

/** A server that implements reCAPTCHA's api.js and siteverify. */
export async function startRecaptcha(secret: string, port = 0): Promise<Recaptcha> {
  const recaptcha: Recaptcha = {
    url: '',
    solved: new Set(),
    asked: [],
    broken: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.startsWith('/recaptcha/api.js'))
        return response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
      if (request.url !== '/recaptcha/api/siteverify' || request.method !== 'POST')
        return response.writeHead(404).end();
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
      recaptcha.asked.push(fields);
      if (recaptcha.broken) return response.writeHead(recaptcha.broken.status).end(recaptcha.broken.body);
      const success = fields['secret'] === secret && recaptcha.solved.delete(fields['response'] ?? '');
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(
        JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response'] }),
      );
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  recaptcha.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/recaptcha/`;
  return recaptcha;
}
