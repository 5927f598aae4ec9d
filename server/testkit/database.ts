import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL with the migrated database `template_scoville`; ends in `/postgres`. */
    postgresUrl: string;
  }
}

/**
 * Creates a database for one test, migrated or empty; returns its address. It is removed with the server at the end of
 * the run.
 */
export async function createTestDatabase({ migrated = true } = {}): Promise<string> {
  const url = inject('postgresUrl') as string | undefined;
  if (url === undefined)
    throw new Error(
      'This test runs without PostgreSQL. Import testkit/server.ts or testkit/database.ts in its own file.',
    );
  const name = `test_${randomBytes(6).toString('hex')}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const template = migrated ? 'template_scoville' : 'template0';
    await sql.unsafe(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await sql.end();
  }
  return url.replace(/\/postgres$/, `/${name}`);
}
