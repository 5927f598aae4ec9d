/** A known vulnerability that the installed ffmpeg may have. */
export interface Vulnerability {
  id: string;
  /** `open`: this release has it. `unknown`: a distribution's build, which may have the fix under an older number. */
  state: 'open' | 'unknown';
  fixedIn: string;
  summary: string;
  source: string;
}

/**
 * Vulnerabilities in the parts of ffmpeg that read files. Decoders that `-codec_whitelist` disables are listed as well,
 * since the administrator may use the program for other purposes.
 */
const KNOWN: readonly Omit<Vulnerability, 'state'>[] = [
  {
    id: 'CVE-2026-8461',
    fixedIn: '8.1.2',
    summary: 'PixelSmash: the MagicYUV decoder writes past its picture (we keep that decoder shut).',
    source: 'https://www.cve.org/CVERecord?id=CVE-2026-8461',
  },
  {
    id: 'CVE-2026-40962',
    fixedIn: '8.1.0',
    summary: 'MOV and MP4 files with crafted encryption data make it write past a buffer.',
    source: 'https://www.cve.org/CVERecord?id=CVE-2026-40962',
  },
];

type Version = readonly [number, number, number];

function parse(version: string): Version | null {
  const found = /^n?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version);
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}

function before(a: Version, b: Version): boolean {
  for (const place of [0, 1, 2] as const) if (a[place] !== b[place]) return a[place] < b[place];
  return false;
}

/**
 * The known vulnerabilities of a version, which is written as ffmpeg prints it. Builds from a snapshot
 * (`N-118000-g...`) cannot be judged; for them all are `unknown`.
 */
export function listVulnerabilities(version: string): Vulnerability[] {
  const installed = parse(version);
  const packaged = installed === null || /[-+~]/.test(version);
  return KNOWN.filter(({ fixedIn }) => {
    const fixed = parse(fixedIn);
    return installed === null || fixed === null || before(installed, fixed);
  }).map((hole) => ({ ...hole, state: packaged ? 'unknown' : 'open' }));
}
