/** The parts that we use of an S3 server for tests, which has no types of its own. */
declare module '@20minutes/s3rver' {
  type Next = () => Promise<unknown>;
  interface Context {
    app: object;
    method: string;
    path: string;
    query: Record<string, string | undefined>;
    headers: Record<string, string | undefined>;
    status: number;
    body: unknown;
  }
  interface Part {
    number: number;
    etag: string;
  }
  export default class S3rver {
    constructor(options: Record<string, unknown>);
    middleware: ((context: Context, next: Next) => Promise<unknown>)[];
    store: {
      putPart(bucket: string, upload: string, number: string, content: unknown): Promise<{ size: number; md5: string }>;
      putObjectMultipart(bucket: string, upload: string, parts: Part[]): Promise<{ size: number; md5: string }>;
      getResourcePath(bucket: string, key: undefined, resource: 'uploads'): string;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

/** An error that the server answers with its code, like Amazon's. */
declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
  }
}
