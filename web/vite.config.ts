import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groupByImports } from './build/chunk-groups.ts';
import { contractParts } from './build/contract-parts.ts';
import { compileAhead } from './build/compile-ahead.ts';
import { compressBundle } from './build/compress-built.ts';
import { drawIcons } from './build/draw-icons.ts';
import { fetchBeforeImport } from './build/fetch-before-import.ts';
import { omitFrameFiles } from './build/frame-files.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const at = (file: string): string => join(import.meta.dirname, file);
const installed = createRequire(import.meta.url);
const contract = dirname(installed.resolve('@scoville/contract/package.json'));
const frameFiles = omitFrameFiles();

const PAGES = {
  page: at('index.html'),
  // The first screen is an input of the build, too, so that the modules that it shares with other screens are in the
  // first file.
  firstScreen: at('listening/discovery/home-screen.tsx'),
  // The player that other sites embed.
  elsewhere: at('listening/embeds/embed.ts'),
};

export default defineConfig({
  root: import.meta.dirname,
  // React includes this hook since version 18, so the shim is not needed.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  plugins: [
    contractParts(contract),
    fetchBeforeImport(),
    frameFiles.plugin,
    react(),
    tailwindcss(),
    preloadFonts(),
    drawIcons(),
    compileAhead(PAGES.page),
    compressBundle(),
  ],
  server: {
    fs: {
      // The folders that the development server may read, wherever the packages are installed: no other sources, and
      // nothing in the data folder.
      allow: [import.meta.dirname, contract, dirname(dirname(installed.resolve('vite/package.json')))],
    },
  },
  // The worker is an ES module, because it imports code dynamically that only some browsers need.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The server reads the manifest to preload a route's own chunk; bench/first-load.ts reads it, too.
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: frameFiles.resolveDependencies },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // hls.js is one piece of 580 kB, loaded by browsers that need it when a video plays.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: Object.values(PAGES),
      // Compressing all files takes longer than bundling them, which is expected.
      checks: { bundlerTimings: false },
      output: {
        // File names contain no module names, because the first load lists more than a hundred of these file names as
        // dependencies of the screens.
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        // The hashes are random text in the first load: a smaller alphabet compresses better, and 36^7 values are
        // enough.
        hashCharacters: 'base36',
        codeSplitting: groupByImports(PAGES),
      },
    },
  },
});
