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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFonts()],
  build: {
    target: 'es2022',
    // The server reads it to preload a route's own chunk; bench/first-load.ts reads it, too.
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
  },
});
