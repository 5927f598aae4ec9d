// The import rules of docs/map.md, as a gate for contract and server; the browser's part has its own in .oxlintrc.json,
// since the parser used here (swc, until this tool can use TypeScript 7) reads no JSX.
// A violation names the rule; the comment says what to do instead.
const verbs = 'uploads|curation|discovery|favorites|comments|stats|messages|follows|plans|ads|support|administration';
const nouns = 'auth|users|media|categories|announcements|performances';
const platform = 'http|db|jobs|storage|mail|ffmpeg';
const entrance = String.raw`(\.routes\.ts|server/app\.ts|server/main\.ts|\.test\.ts)$`;
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    error(
      'no-cycles',
      'Move what both need into the lower of the two.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    ),
    error(
      'contract-is-alone',
      'The contract may import zod and itself only.',
      { path: '^contract/', pathNot: String.raw`\.test\.ts$` },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    error(
      'server-and-web-never-meet',
      'Put what both need into the contract.',
      { path: '^server/' },
      { path: '^web/' },
    ),
    error(
      'platform-knows-no-product',
      'Pass it in from a domain.',
      { path: `^server/(${platform})/`, pathNot: String.raw`\.test\.ts$` },
      { path: `^server/(${nouns}|${verbs})/` },
    ),
    error(
      'nouns-import-no-verbs',
      'Let the entrance call both.',
      { path: `^server/(${nouns})/`, pathNot: entrance },
      { path: `^server/(${verbs})/`, pathNot: String.raw`\.jobs\.ts$` },
    ),
    error(
      'verbs-stay-apart',
      'A domain may enqueue another one’s job, not reach inside it.',
      { path: `^server/(${verbs})/`, pathNot: entrance },
      { path: `^server/(${verbs})/`, pathNot: [String.raw`\.jobs\.ts$`, '^server/$1/'] },
    ),
    error(
      'nobody-imports-entrances',
      'Entrances are read by app.ts only.',
      { path: '^server/', pathNot: entrance },
      { path: String.raw`^server/.*\.routes\.ts$` },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'web/dist|/data/' },
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
