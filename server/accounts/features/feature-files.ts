import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Feature, FeatureName } from '@scoville/contract/accounts/features/features.ts';
import type { Logger } from '../../platform/log.ts';

/** Invalid files that were already logged, so that each is logged once and not at every visit. */
const warned = new WeakMap<Logger, Set<string>>();

/** The announcements of new features in a folder, the latest first. Invalid files are skipped and logged. */
export async function readFeatures(folder: string, log: Logger): Promise<Feature[]> {
  const names = (await namesIn(folder)).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  const features = await Promise.all(names.map((name) => readFeature(folder, name, log)));
  return features
    .filter((one) => one !== null)
    .toSorted((one, other) => Date.parse(other.from) - Date.parse(one.from) || (one.feature < other.feature ? -1 : 1));
}

/** The announcement of one new feature; null if its file is missing, or invalid, which is logged. */
export async function readFeature(folder: string, name: string, log: Logger): Promise<Feature | null> {
  if (!FeatureName.safeParse(name).success) return null;
  try {
    const feature = Feature.safeParse(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')));
    if (feature.success && feature.data.feature === name) return feature.data;
    warnOnce(log, name, feature.success ? 'its field feature is not the name of its file' : feature.error.message);
  } catch (error) {
    if (isMissing(error)) return null;
    warnOnce(log, name, error instanceof Error ? error.message : String(error));
  }
  return null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function warnOnce(log: Logger, name: string, problem: string): void {
  const known = warned.get(log) ?? new Set<string>();
  warned.set(log, known);
  const text = `${name}: ${problem}`;
  if (known.has(text)) return;
  known.add(text);
  log.warn({ feature: name, problem }, 'a feature is not announced: its file cannot be understood');
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
