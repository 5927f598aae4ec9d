/** A module as the bundler describes it. */
interface ModuleInfo {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
}
export type GetModule = (id: string) => ModuleInfo | null;

/** The imports of a build. */
export class ModuleGraph {
  readonly #modules = new Map<string, { imports: readonly string[]; lazy: readonly string[]; size: number }>();
  /** The modules at which loading starts: the pages, and every lazily imported module. */
  readonly entries: ReadonlySet<string>;

  constructor(getModule: GetModule, pages: readonly string[]) {
    const entries = new Set(pages);
    const read = (id: string): void => {
      if (this.#modules.has(id)) return;
      const info = getModule(id);
      if (info === null && entries.has(id)) throw new Error(`The build has no module ${id}.`);
      // Copied, because the bundler reuses the array.
      const imports = [...(info?.importedIds ?? [])];
      const lazy = [...(info?.dynamicallyImportedIds ?? [])];
      this.#modules.set(id, { imports, lazy, size: info?.code?.length ?? 0 });
      for (const entry of lazy) entries.add(entry);
      for (const next of [...imports, ...lazy]) read(next);
    };
    pages.forEach(read);
    this.entries = entries;
  }

  /** Characters of a module's source. */
  sizeOf(id: string): number {
    return this.#modules.get(id)?.size ?? 0;
  }

  /** These modules, and all modules that they import statically, directly or indirectly. */
  reach(starts: readonly string[]): Set<string> {
    const reached = new Set<string>();
    const visit = (id: string): void => {
      if (reached.has(id)) return;
      reached.add(id);
      this.#modules.get(id)?.imports.forEach(visit);
    };
    starts.forEach(visit);
    return reached;
  }

  /** The entries that these modules import lazily. */
  lazyOf(ids: Iterable<string>): Set<string> {
    return new Set([...ids].flatMap((id) => this.#modules.get(id)?.lazy ?? []));
  }
}
