import type { FastifyInstance, InjectOptions } from 'fastify';
import type { CheckReply } from './check-reply.ts';

/** Parsed JSON, whose fields can be read without type checks. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  /** The parsed JSON. A wrong shape fails the assertion of the test that reads it. */
  body: Json;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/**
 * A browser without a screen, which keeps its cookies and sends its requests as from our own site. Empty headers are
 * omitted.
 */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #http: FastifyInstance;
  readonly #check: CheckReply;

  constructor(http: FastifyInstance, check: CheckReply) {
    this.#http = http;
    this.#check = check;
  }

  async send(options: InjectOptions): Promise<Answer> {
    const reply = await this.#http.inject({
      ...options,
      headers: Object.fromEntries(
        Object.entries({ 'sec-fetch-site': 'same-origin', ...options.headers }).filter(([, value]) => value !== ''),
      ),
      cookies: Object.fromEntries(this.cookies),
    });
    for (const cookie of reply.cookies) {
      if (cookie.value === '') this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    // An answer to HEAD has the type of the omitted body.
    const isJson = reply.body !== '' && String(reply.headers['content-type'] ?? '').startsWith('application/json');
    const body: Json = isJson ? reply.json() : null;
    if (isJson) this.#check(options.method ?? 'GET', String(options.url), reply.statusCode, body);
    return { status: reply.statusCode, body, text: reply.body, headers: reply.headers };
  }

  get(url: string): Promise<Answer> {
    return this.send({ method: 'GET', url });
  }
  post(url: string, body: object = {}): Promise<Answer> {
    return this.send({ method: 'POST', url, payload: body });
  }
  put(url: string, body: object = {}): Promise<Answer> {
    return this.send({ method: 'PUT', url, payload: body });
  }
  delete(url: string): Promise<Answer> {
    return this.send({ method: 'DELETE', url });
  }

  /** Sends one file and any text fields as multipart/form-data. */
  upload(
    url: string,
    file: { name: string; bytes: Buffer; field?: string; type?: string },
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const boundary = 'a-boundary-that-no-file-has';
    const head = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    head.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\nContent-Type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`,
    );
    return this.send({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head.join('')), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
  }
}
