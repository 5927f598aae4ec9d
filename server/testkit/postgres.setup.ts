import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '../../scripts/database.ts';
import { migrate } from '../platform/db/migrate.ts';

/** Starts one PostgreSQL for the whole run, without durability, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scoville-pg-'));
  const server = await startDatabase(dataDir);
  const stop = async () => {
    await server.stop();
    for (const folder of [server.folder, dataDir]) await rm(folder, { recursive: true, force: true });
  };
  const url = server.url.replace(/\/scoville$/, '/postgres');
  try {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe('create database template_scoville');
    } finally {
      await sql.end();
    }
    await migrate(url.replace(/\/postgres$/, '/template_scoville'));
  } catch (error) {
    // A running database would keep the run from ending.
    await stop();
    throw error;
  }
  project.provide('postgresUrl', url);
  return stop;
}
