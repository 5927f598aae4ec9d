import type { Plugin, ResolveModulePreloadDependenciesFn } from 'vite';

/**
 * Removes the files that index.html loads from the lists of files for lazy parts. These lists are part of the first
 * load, and the page already has those files.
 */
export function omitFrameFiles(): { plugin: Plugin; resolveDependencies: ResolveModulePreloadDependenciesFn } {
  const frame = new Set<string>();
  const plugin: Plugin = {
    name: 'omit-frame-files',
    // Runs as soon as the file names are known, before Vite writes the lists.
    enforce: 'pre',
    apply: 'build',
    generateBundle(_options, bundle) {
      const visit = (name: string): void => {
        const file = bundle[name];
        if (frame.has(name) || file?.type !== 'chunk') return;
        frame.add(name);
        file.imports.forEach(visit);
      };
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/index.html')) visit(file.fileName);
    },
  };
  return {
    plugin,
    resolveDependencies: (_part, files, { hostId }) =>
      frame.has(hostId) ? files.filter((file) => !frame.has(file)) : files,
  };
}
