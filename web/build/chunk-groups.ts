import type { Rolldown } from 'vite';
import { type GetModule, ModuleGraph } from './module-graph.ts';
import { type Entries, divideShared } from './shared-files.ts';

/**
 * The page loads screens, and the parts of every screen, later. The size of their load counts this many times as much
 * as that of other entries, such as dialogs.
 */
const WEIGHT_OF_SCREENS = 4;

/** The shared file that most entries load. */
const MOST_LOADED = 'shared';

export interface Pages {
  /** The module of the product's page. */
  page: string;
  /** The screen that most visitors see first. */
  firstScreen: string;
  /** The module of pages that load nothing of the product's page. */
  elsewhere: string;
}

/**
 * Assigns a file name to every module that more than one entry loads; other modules stay with their entry. The result
 * depends only on the imports, not on the modules' names (docs/decisions/2026-11-28-group-chunks-by-imports.md).
 */
export function planChunks(getModule: GetModule, { page, firstScreen, elsewhere }: Pages): Map<string, string> {
  const graph = new ModuleGraph(getModule, [page, firstScreen, elsewhere]);
  const entries = [...graph.entries];
  const entriesOf = new Map<string, Entries>();
  for (const [index, entry] of entries.entries())
    for (const id of graph.reach([entry])) {
      const ofModule = entriesOf.get(id) ?? new Uint8Array(entries.length);
      entriesOf.set(id, ofModule);
      ofModule[index] = 1;
    }

  const [ofPage, ofScreen, ofElsewhere] = [page, firstScreen, elsewhere].map((start) => graph.reach([start]));
  const plan = new Map<string, string>();
  const shared = new Map<string, Entries>();
  for (const [id, ofModule] of entriesOf) {
    const isShared = ofModule.indexOf(1) !== ofModule.lastIndexOf(1);
    if (isShared && ofElsewhere?.has(id)) plan.set(id, ofPage?.has(id) ? 'everywhere' : 'elsewhere');
    else if (ofPage?.has(id) || (isShared && ofScreen?.has(id))) plan.set(id, 'base');
    else if (isShared) shared.set(id, ofModule);
  }
  const screens = graph.lazyOf(ofPage ?? []);
  const weights = entries.map((entry) => (screens.has(entry) ? WEIGHT_OF_SCREENS : 1));
  for (const [index, modules] of divideShared(graph, shared, weights).entries())
    for (const id of modules) plan.set(id, index === 0 ? MOST_LOADED : `shared-${index}`);
  return plan;
}

/** The groups of `planChunks` for the bundler. The page, the first screen and the other page must be inputs of the build. */
export function groupByImports(pages: Pages): Rolldown.CodeSplittingOptions {
  let plan: ReadonlyMap<string, string> | null = null;
  const planned = (id: string, context: Rolldown.ChunkingContext): string | undefined => {
    plan ??= planChunks((other) => context.getModuleInfo(other), pages);
    return plan.get(id);
  };
  return {
    // The plan has already placed every module's imports. Otherwise the bundler would move them by the names of the
    // groups.
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id, context) => (planned(id, context) === 'base' ? 'base' : null),
        // A library's index imports the whole library, and only the bundler knows which parts of it the page uses.
        tags: ['$initial'],
        priority: 1,
      },
      {
        name: (id, context) => {
          const name = planned(id, context);
          return name === 'base' ? MOST_LOADED : name;
        },
        minShareCount: 2,
      },
    ],
  };
}
