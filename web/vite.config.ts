import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Preloads the two Latin fonts, which every first screen needs; their addresses are known only once they are hashed. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

const installed = createRequire(import.meta.url);
/** What the development server may read, wherever the packages lie: no other source, and nothing of the data folder. */
const READABLE = [
  import.meta.dirname,
  dirname(installed.resolve('@scoville/contract/values.ts')),
  dirname(dirname(installed.resolve('vite/package.json'))),
];

/** Libraries of the frame, and our modules that nearly every screen shares. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack(?!.*\/(useBlocker|useMutation|mutationObserver|infiniteQueryObserver|useInfiniteQuery)\.js))\/|contract\/(announcements|artwork|categories|discovery|endpoint|errors|media|plans|processing|scores|settings|users|values)\.ts|web\/lib\/(call|query|redirect-memory|seed|use-seed|words)\.ts|web\/shell\/(app-shell|error-screen|footer|mobile-menu|navbar|pending-screen|unknown-path|use-live-events|user-menu)\.tsx?|web\/(guards|router|search-params|title)\.ts|web\/media\/(cover|media-card|musician-name|score-ring)\.tsx|web\/categories\/category-(card|link)\.tsx|web\/discovery\/band-titles\.ts|web\/player\/(clock|player|player-place|player-state|track-waveform|waveform)\.tsx?|web\/ui\/(avatar|button|chips|class-names|avoid-active-row|cut-edges|first-icons|icon|keep-focus|late-menu|logo|states|toasts|page-change|when-idle)\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  // React has had it since 18: nobody needs the substitute.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  plugins: [react(), tailwindcss(), preloadFonts()],
  server: { fs: { allow: READABLE } },
  build: {
    target: 'es2022',
    // The server reads it to preload a route's own chunk; bench/first-load.ts reads it, too.
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // hls.js is one piece of 580 kB, loaded by browsers that need it when a video plays.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // What every first screen needs, in one file: twenty small ones compress to 6 kB more than one.
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
  },
});
