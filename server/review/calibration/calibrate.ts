import { setImmediate as nextTurn } from 'node:timers/promises';
import { SUB_SCORES } from '@scoville/contract/catalogue/media/scores.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import {
  type FittedSeries,
  SERIES,
  type Series,
  findNewReadings,
  readDrawnReadings,
  writeCalibrations,
} from './calibration.queries.ts';
import { type Readings, fit } from './model.ts';

/**
 * Estimates the severity and spread of all reviewers from all readings, and replaces the earlier estimates. Does nothing
 * without new readings, and while the installation has too few for any estimate.
 */
export async function calibrate(app: App): Promise<void> {
  const least = app.env.REVIEW_CALIBRATION_START;
  const { isNew, drawn } = await findNewReadings(app.db, least);
  if (!isNew || drawn < least) return;
  // Readings that are given meanwhile are for the next time.
  const [{ now } = { now: new Date() }] = await app.db<{ now: Date }[]>`select now()`;
  const columns = await readColumns(app);
  const fitted: FittedSeries[] = [];
  for (const series of SERIES) fitted.push(await fitSeries(columns, series));
  await transaction(app.db, (tx) => writeCalibrations(tx, fitted, now));
}

/** All readings as columns, which take a tenth of the memory of rows. */
interface Columns {
  reviewerIds: string[];
  items: number;
  reviewer: Int32Array;
  item: Int32Array;
  weight: Float64Array;
  scores: Record<Series, Float64Array>;
}

async function readColumns({ db, env }: App): Promise<Columns> {
  const [reviewers, items] = [numbering(), numbering()];
  const [reviewer, item, weight]: [number[], number[], number[]] = [[], [], []];
  const scores: Record<Series, number[]> = { storytelling: [], execution: [], thumbnailArt: [], average: [] };
  for await (const rows of readDrawnReadings(db))
    for (const row of rows) {
      reviewer.push(reviewers.of(row.reviewerId));
      const number = items.of(row.sourceId);
      item.push(number);
      weight[number] = Math.max(weight[number] ?? 0, 0.5 ** (row.age / env.REVIEW_CALIBRATION_HALF_LIFE));
      for (const name of SUB_SCORES) scores[name].push(row[name]);
      scores.average.push((row.storytelling + row.execution + row.thumbnailArt) / SUB_SCORES.length);
    }
  return {
    reviewerIds: reviewers.all(),
    items: items.all().length,
    reviewer: Int32Array.from(reviewer),
    item: Int32Array.from(item),
    weight: Float64Array.from(weight),
    scores: {
      storytelling: Float64Array.from(scores.storytelling),
      execution: Float64Array.from(scores.execution),
      thumbnailArt: Float64Array.from(scores.thumbnailArt),
      average: Float64Array.from(scores.average),
    },
  };
}

/** Numbers ids from 0 in the order in which they come. */
function numbering() {
  const numbers = new Map<string, number>();
  return {
    of: (id: string): number => {
      const known = numbers.get(id) ?? numbers.size;
      numbers.set(id, known);
      return known;
    },
    all: () => [...numbers.keys()],
  };
}

async function fitSeries({ reviewerIds, scores, ...columns }: Columns, series: Series): Promise<FittedSeries> {
  const readings: Readings = { ...columns, reviewers: reviewerIds.length, score: scores[series] };
  const result = await fit(readings, async () => {
    await nextTurn();
  });
  return {
    series,
    mean: result.mean,
    itemSd: Math.sqrt(result.itemVariance),
    severitySd: Math.sqrt(result.severityVariance),
    errorSd: Math.sqrt(result.errorVariance),
    readings: readings.score.length,
    pairs: result.pairs,
    reviewers: reviewerIds.map((id, index) => ({
      id,
      severity: result.severity[index]!,
      severitySe: Math.sqrt(result.uncertainty[index]!),
      spread: Math.sqrt(result.spread[index]!),
      readings: result.readings[index]!,
    })),
  };
}
