// Selects the journeys (tests in a browser, journeys/*.spec.ts) for a change, by the sources: the name of the changed
// folder, the endpoints behind its routes, and the screens that import the changed file.
import { basename } from 'node:path';
import { type Sources, closureOf } from './imports.ts';
import { addressesIn, endpointsIn, isCallTo, screenFiles, findScreen } from './journey-map.ts';

/** A file that more screens or routes than this import has no journeys of its own; the player is part of 17 screens. */
const NARROW = 5;
/**
 * If more journeys than this call an endpoint, they use it to prepare their data, so a change of it selects none of
 * them.
 */
const COMMON = 8;
/** Journeys whose share is smaller visit many screens, and the changed one only on the way, so they are left out. */
const SPECIFIC = 0.2;

export interface Selection {
  /** Chosen journeys with their reasons. */
  journeys: Map<string, string[]>;
  /** Journeys that are less specific, or don't fit into the budget. */
  leftOut: string[];
  /** Why the core journeys run, by changed file; empty if they don't. */
  core: Map<string, string>;
}

interface Journey {
  file: string;
  /** The addresses of screens and endpoints in its text. */
  addresses: string[];
}

/** Why a journey is selected for a change. */
interface Reason {
  why: string;
  /**
   * The share of the journey's addresses to which the reason applies, 0 to 1. It is 1 if the journey's file name is the
   * reason.
   */
  share: number;
}

type Reasons = Map<string, Reason>;

/**
 * @param seconds the estimated time of a journey
 * @param budget seconds for journeys that were not changed themselves; the first journey always fits
 */
export function selectJourneys(
  changed: readonly string[],
  sources: Sources,
  seconds: (journey: string) => number,
  budget: number,
): Selection {
  const find = journeyFinder(sources);
  const found = new Map<string, Reason[]>();
  const core = new Map<string, string>();
  for (const file of changed) {
    const reasons = find(file);
    if (typeof reasons === 'string') core.set(file, reasons);
    else for (const [journey, reason] of reasons) found.set(journey, [...(found.get(journey) ?? []), reason]);
  }
  const share = (reasons: Reason[]) => Math.max(...reasons.map((one) => one.share));
  const journeys = new Map<string, string[]>();
  const leftOut: string[] = [];
  let spent = 0;
  for (const [journey, reasons] of [...found].toSorted(([, a], [, b]) => share(b) - share(a))) {
    const isChanged = changed.includes(journey);
    const fits = share(reasons) >= SPECIFIC && spent + seconds(journey) <= budget;
    if (isChanged || fits || journeys.size === 0) {
      journeys.set(journey, [...new Set(reasons.map(({ why }) => why))]);
      if (!isChanged) spent += seconds(journey);
    } else leftOut.push(journey);
  }
  return { journeys, leftOut, core };
}

/** Returns a function that finds the journeys of a changed file, or why it needs the core journeys. */
function journeyFinder(sources: Sources): (file: string) => Reasons | string {
  const journeys: Journey[] = [...sources.texts]
    .filter(([file]) => file.endsWith('.spec.ts'))
    .map(([file, text]) => ({ file, addresses: addressesIn(text) }));
  const screens = [...screenFiles(sources)];
  const routes = [...sources.texts.keys()]
    .filter((file) => /^server\/.*\.routes\.ts$/.test(file))
    .map((file) => [file, closureOf(sources, [file])] as const);

  /** Selects the journeys in which an address fits. */
  const fitting = (why: string, fits: (address: string) => boolean): Reasons =>
    new Map(
      journeys.flatMap(({ file, addresses }) => {
        const count = addresses.filter(fits).length;
        return count > 0 ? [[file, { why, share: count / addresses.length }]] : [];
      }),
    );
  const withName = (what: string, has: (name: string) => boolean): Reasons =>
    new Map(
      journeys
        .filter(({ file }) => has(basename(file, '.spec.ts')))
        .map(({ file }) => [file, { why: `has the name of ${what}`, share: 1 }]),
    );
  /** `server/business/ads/…` and `web/business/ads/…` have ads.spec.ts, `contract/business/ads/ads.ts` as well. */
  const named = (file: string): Reasons => {
    const names = file
      .replace(/\.\w+$/, '')
      .split('/')
      .slice(1);
    const folders = file.startsWith('contract/') ? names : names.slice(0, -1);
    return merged(folders.map((folder) => withName(folder, (name) => new RegExp(`^${folder}s?(-|$)`).test(name))));
  };
  const calling = (contracts: readonly string[]): Reasons => {
    const endpoints = contracts.flatMap((file) => endpointsIn(sources.texts.get(file) ?? ''));
    const callers = endpoints.map((endpoint) => fitting(`calls ${endpoint}`, (address) => isCallTo(address, endpoint)));
    return merged(callers.filter(({ size }) => size <= COMMON));
  };
  /** The screen accountOverview has account.spec.ts, and all journeys that open it. */
  const showing = (screen: string): Reasons => {
    const words = screen.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return merged([
      withName(`the screen ${screen}`, (name) => `${words}-`.startsWith(`${name}-`)),
      fitting(`opens the screen ${screen}`, (address) => findScreen(address) === screen),
    ]);
  };

  const ofServer = (file: string): Reasons | string => {
    const behind = routes.filter(([, files]) => files.has(file)).map(([route]) => route);
    const imports = behind.length > NARROW ? [] : behind.flatMap((route) => sources.imports.get(route) ?? []);
    const found = merged([named(file), calling(imports.filter((one) => one.startsWith('contract/')))]);
    return orCore(found, behind.length, 'files of routes');
  };
  const ofPages = (file: string): Reasons | string => {
    const names = screens.filter(([, files]) => files.has(file)).map(([name]) => name);
    const called = file.startsWith('contract/') ? calling([file]) : new Map<string, Reason>();
    const found = merged([named(file), called, ...(names.length > NARROW ? [] : names.map(showing))]);
    return orCore(found, names.length, 'screens');
  };
  return (file) => {
    if (/^(package(-lock)?\.json|playwright\.config\.ts)$/.test(file)) return 'changes all journeys';
    if (file.startsWith('journeys/')) return ofJourneys(file, sources, journeys);
    if (/\.(test|setup)\.tsx?$|\/testkit\/|\.md$/.test(file)) return new Map();
    if (file.startsWith('server/')) return ofServer(file);
    return /^(web|contract)\//.test(file) ? ofPages(file) : new Map();
  };
}

/** Without journeys, a file that many others import, or none that is known, needs the core journeys. */
const orCore = (found: Reasons, importers: number, what: string): Reasons | string =>
  found.size > 0 || (importers > 0 && importers <= NARROW)
    ? found
    : `is imported by ${importers} ${what}, and no journey has its name`;

/** A journey itself, or those that import a changed helper. */
function ofJourneys(file: string, sources: Sources, journeys: readonly Journey[]): Reasons | string {
  if (file.endsWith('.spec.ts'))
    return new Map(sources.texts.has(file) ? [[file, { why: 'was changed', share: 1 }]] : []);
  const users = journeys.filter((one) => closureOf(sources, [one.file]).has(file));
  if (users.length > NARROW) return `is imported by ${users.length} journeys`;
  return new Map(users.map((one) => [one.file, { why: `imports ${file}`, share: 1 }]));
}

/** The reason with the largest share, for each journey. */
function merged(all: readonly Reasons[]): Reasons {
  const found: Reasons = new Map();
  for (const [journey, reason] of all.flatMap((reasons) => [...reasons]))
    if (reason.share > (found.get(journey)?.share ?? 0)) found.set(journey, reason);
  return found;
}
