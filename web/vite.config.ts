import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from './compress-built.ts';

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

/** Pictures for home screens: the mark by itself, and on our ground where the system cuts a shape out of it. */
const ICONS = [
  { name: '192', size: 192, mark: 1 },
  { name: '512', size: 512, mark: 1 },
  // The mark stays within the circle that no shape cuts (W3C manifest, maskable icons: four fifths).
  { name: 'maskable-512', size: 512, mark: 0.6, ground: '#16110e' },
  // Apple's systems round the corners themselves and show what is clear as black.
  { name: '180', size: 180, mark: 0.72, ground: '#16110e' },
];

/** Draws them from the mark (public/logo.svg), with the library that the server makes its pictures with. */
function drawIcons(): Plugin {
  return {
    name: 'draw-icons',
    apply: 'build',
    async generateBundle() {
      const { default: sharp } = await import('sharp');
      const logo = readFileSync(join(import.meta.dirname, 'public/logo.svg'));
      for (const { name, size, mark, ground = '#0000' } of ICONS) {
        const inner = Math.round(size * mark);
        // The mark is 32 points wide at 72 dots to the inch.
        const drawn = await sharp(logo, { density: (72 * inner) / 32 })
          .resize(inner, inner)
          .png()
          .toBuffer();
        const source = await sharp({ create: { width: size, height: size, channels: 4, background: ground } })
          .composite([{ input: drawn, gravity: 'centre' }])
          .png({ compressionLevel: 9, palette: true })
          .toBuffer();
        this.emitFile({ type: 'asset', fileName: `icons/${name}.png`, source: new Uint8Array(source) });
      }
    },
  };
}

const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
/** What the contract says to the server, to readers of the API and to search engines: the browser has no use for it. */
const FOR_OTHERS = new RegExp(
  [
    String.raw`\bsummary:\s*${TEXT},`,
    String.raw`\baccess: '\w+',`,
    String.raw`\bperMinute: \d+,`,
    String.raw`,\s*z\.describe\(\s*${TEXT},?\s*\)`,
    String.raw`,\s*search: '(?:listed|found|private)',?(?=\s*\})`,
    // What a list refuses that is asked for wrongly: the browser reads its answers only.
    String.raw`'(?:A page|A size|A seed|This page address) [^']*'`,
  ].join('|'),
  'g',
);

/** Takes that out of the browser's part: a kilobyte of the first load. */
function leaveOutForOthers(): Plugin {
  return {
    name: 'leave-out-for-others',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(FOR_OTHERS, ''), map: null }),
    },
  };
}

/** Puts our helper in the place of Vite's, which loads the parts of the page that are not there from the start. */
function fetchBeforeImport(): Plugin {
  return {
    name: 'fetch-before-import',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { __vitePreload } from ${JSON.stringify(join(import.meta.dirname, 'preload-helper.ts'))};`,
    },
  };
}

/** The files of the frame, which is there before anything asks for a part of the page. */
const frame = new Set<string>();

/** Finds them as soon as their names are known, before Vite writes down which files each part needs. */
function findFrame(): Plugin {
  return {
    name: 'find-frame',
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
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack(?!.*\/(useBlocker|useMutation|mutationObserver|infiniteQueryObserver|useInfiniteQuery|useQueries|queriesObserver)\.js))\/|contract\/(announcements|categories|discovery|endpoint|errors|media|plans|processing|scores|settings|users|values)\.ts|web\/lib\/(call|query|redirect-memory|format|seed|use-seed)\.ts|web\/shell\/(app-shell|error-screen|footer|mobile-menu|navbar|pending-screen|unknown-path|use-live-events|user-menu)\.tsx?|web\/(guards|router|search-params|title)\.ts|web\/media\/(certified-hot|cover|media-card|media-rail|musician-name|score-ring|use-generated-artwork)\.tsx?|web\/categories\/category-(card|link)\.tsx|web\/discovery\/(band-titles|early-key)\.ts|web\/announcements\/system-message\.tsx|web\/player\/(player|player-place|player-state)\.tsx?|web\/support\/help-pages\.ts|web\/ui\/(avatar|button|chips|class-names|cut-edges|first-icons|icon|keep-focus|late-menu|logo|states|toasts|page-change|rail|use-idle|when-idle)\.tsx?$/;

/** Parts of forms, dialogs and buttons that most screens share: in one file they are fetched once, and by one name. */
const PARTS =
  /@tanstack\/.*\/(useMutation|mutationObserver|infiniteQueryObserver|useInfiniteQuery)\.js|contract\/(isolated|links)\.|web\/(comments\/(comment-parts|linked-text|written-link)|favorites\/heart|media\/(mark-written|media-menu|small-cover)|playlists\/(adding|playlist-icon)|sharing\/share-media|ui\/(checkbox|confirm-dialog|dialog|field|focus-near-row|icon-button|icons|place-beside|progress-bar|select|slider|success-message|text-area|text-field|tooltip|use-modal)|forms\/form-error|lib\/(being-read|fail|idempotency-key|send-once|use-selection)|users\/place-text|auth\/auth-frame)\.tsx?$/;

export default defineConfig({
  root: import.meta.dirname,
  // React has had it since 18: nobody needs the substitute.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  plugins: [
    leaveOutForOthers(),
    fetchBeforeImport(),
    findFrame(),
    react(),
    tailwindcss(),
    preloadFonts(),
    drawIcons(),
    compressed(),
  ],
  server: { fs: { allow: READABLE } },
  // A worker that loads what only some browsers need.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The server reads it to preload a route's own chunk; bench/first-load.ts reads it, too.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What the frame asks for needs the frame: that stands in no list, each of which is a part of the first load.
      resolveDependencies: (_part, files, { hostId }) =>
        frame.has(hostId) ? files.filter((file) => !frame.has(file)) : files,
    },
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // hls.js is one piece of 580 kB, loaded by browsers that need it when a video plays.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // The second is the player in other sites' pages, which loads nothing of the first.
      input: ['index.html', 'embeds/embed.ts'].map((file) => join(import.meta.dirname, file)),
      output: {
        // Without names: more than a hundred of them stand in the first load, in the list of what each screen needs.
        chunkFileNames: 'assets/[hash:7].js',
        // They stand in the first load by chance: fewer signs compress better, and 36 to the seventh are enough.
        hashCharacters: 'base36',
        // What every first screen needs, in one file: twenty small ones compress to 6 kB more than one.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 1 },
            { name: 'parts', test: PARTS },
            // One name in the list of files that the base knows, instead of one for each of its components.
            {
              name: 'comments',
              test: /web\/(comments\/(?!comment-rules-dialog|comment-parts|linked-text|written-link)|timed-text\/(?!timed-text-panel)|player\/(clock|media-element|picture|play-from|still-processing|full-screen\/full-screen(-button)?|settings\/(can-set-volume|choice|follow-volume|kept|volume))\.)|contract\/timed-text\./,
            },
            // What the bar, the display and full screen have in common, and what cards load when they are looked at.
            {
              name: 'controls',
              test: /contract\/(media-lists|recommendations)\.|web\/(follows\/subscribe-button|media\/(mark-shown|why-text)|stats\/report-impression|player\/(played-here|(track-)?waveform|queue\/put-in-queue|swipe|transport|volume-control|queue\/(device|elsewhere|queue-button|queue-modes|read-queue|save-player-state)|settings\/settings-button)|ui\/opened-part)\./,
            },
            { name: 'about', test: /web\/(media\/(linked-media|tag-links)|ratings\/media-rating)\./ },
            {
              name: 'engine',
              test: /web\/player\/(engine|keyboard|unfinished|queue\/(keep-playing|recommended|up-next)|gapless\/can-play-gapless|settings\/(keep-playing-choice|level-for|picture-quality|playback-positions|sleep-timer|speed))\./,
            },
            {
              name: 'search',
              test: /web\/(discovery\/(search-box-late|suggestion-list|use-options|screens-for|palette)\.|lib\/use-(cities|debounced))|contract\/(search-suggestions|places)\./,
            },
            {
              name: 'lists',
              test: /contract\/(category-calls|discovery-lists|media-lists|media-positions|media-search)\.|web\/(administration\/use-media-tools|media\/(media-(grid|pages)|list-(menu|title)|move-media)|player\/play-whole)\./,
            },
            // Who somebody is: what signing in, the account's screens and the watch over other tabs share.
            {
              name: 'accounts',
              test: /zod\/v4\/mini\/iso|contract\/(account-deletion|auth|days|features|identities|passwords|profile-edit|second-factor|sessions|sign-up|usernames|verification)\.|web\/(auth\/(auth\.calls|one-click-frame|password-meter|use-subscribe-to|verify-notice)|identities\/(provider-icon|social-buttons)|lib\/account-switch|messages\/drafts|second-factor\/(passkey-failure|second-factor\.calls|use-lacks-second-factor))\./,
            },
            // The list of conversations, in the menu and on its screen.
            { name: 'convos', test: /web\/(lib\/when|messages\/convo-labels)\./ },
            {
              name: 'playlists',
              test: /contract\/playlists\.|web\/playlists\/(playlists\.calls|playlist-(form|picture))\./,
            },
            { name: 'captcha', test: /web\/support\/(solve-challenge|support\.calls)\./ },
            { name: 'filters', test: /web\/categories\/(media-filters|type-facets|use-media-filter)\./ },
            // Of their own: the players elsewhere need them, and nothing else of what their group would hold.
            { name: 'preload', test: /preload-helper/, priority: 2 },
            { name: 'sources', test: /web\/player\/sources\./, priority: 2 },
          ],
        },
      },
    },
  },
});
