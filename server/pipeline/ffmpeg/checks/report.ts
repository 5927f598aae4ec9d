import { type Analysis, type Loudness, loudnessOf } from '../inspect/analyse.ts';
import type { SoundStream } from '../inspect/probe.ts';

type FindingCode =
  | 'silent'
  | 'too-quiet'
  | 'too-loud'
  | 'true-peak'
  | 'clipping'
  | 'leading-silence'
  | 'trailing-silence'
  | 'mono-as-stereo'
  | 'maybe-lossy';

/**
 * The findings about the sound of a file, for its musician; they advise and never block. Shaped like the contract's
 * IngestReport.
 */
export interface Report {
  loudnessLufs: number | null;
  loudnessRangeLu: number | null;
  truePeakDbtp: number | null;
  clippedRuns: number;
  /** Seconds. */
  leadingSilence: number;
  trailingSilence: number;
  monoAsStereo: boolean;
  maybeLossy: boolean;
  findings: { code: FindingCode; advice: string }[];
}

/** The measured sound of a song or video; all null for a video without sound. */
export interface SoundFacts {
  loudness: Loudness | null;
  /** 800 values from 0 to 255. */
  peaks: number[] | null;
  report: Report | null;
}

/** LUFS. Players turn louder songs down; quieter songs remain quieter than the others. */
const LOUD = -8;
const QUIET = -20;
/** dBTP. Above this, a lossy copy distorts (EBU R128 and AES TD1008 recommend -1). */
const PEAK = -0.5;
const CLIPPED_RUNS = 10;
/** Seconds. */
const LEADING = 1;
const TRAILING = 4;
/** Hz. The sound that lossy encoders keep ends at 20 kHz or below. */
const LOSSY_EDGE = 20_400;

const one = (value: number): string => value.toFixed(1);
const rounded = (value: number, places: number): number => Number(value.toFixed(places));
const orNull = (value: number | null): number | null => (value === null ? null : rounded(value, 1));

/** Describes the analysis of `sound`. Pure. */
export function describeSound(analysis: Analysis | null, sound: SoundStream | null): SoundFacts {
  if (analysis === null || sound === null) return { loudness: null, peaks: null, report: null };
  return { loudness: loudnessOf(analysis), peaks: analysis.peaks, report: reportOn(analysis, sound) };
}

/** The report on an analysis of `sound`. Pure. */
export function reportOn(analysis: Analysis, sound: SoundStream): Report {
  const monoAsStereo = sound.channels === 2 && analysis.sameChannels;
  const maybeLossy =
    sound.lossless &&
    sound.sampleRate >= 44_100 &&
    analysis.bandwidthEdge !== null &&
    analysis.bandwidthEdge < LOSSY_EDGE;
  return {
    loudnessLufs: orNull(analysis.integratedLufs),
    loudnessRangeLu: orNull(analysis.rangeLu),
    truePeakDbtp: orNull(analysis.truePeakDbtp),
    clippedRuns: analysis.clippedRuns,
    leadingSilence: rounded(analysis.leadingSilence, 2),
    trailingSilence: rounded(analysis.trailingSilence, 2),
    monoAsStereo,
    maybeLossy,
    findings: findingsOn(analysis, monoAsStereo, maybeLossy),
  };
}

function findingsOn(analysis: Analysis, monoAsStereo: boolean, maybeLossy: boolean): Report['findings'] {
  const findings: Report['findings'] = [];
  const say = (when: boolean, code: FindingCode, advice: string): void => {
    if (when) findings.push({ code, advice });
  };
  const { integratedLufs: loudness, truePeakDbtp: peak } = analysis;
  const silent = analysis.leadingSilence >= analysis.duration;
  say(silent, 'silent', 'There is no sound in this file: check that you exported the right tracks.');
  if (silent) return findings;
  say(
    loudness !== null && loudness > LOUD,
    'too-loud',
    `At ${one(loudness ?? 0)} LUFS it is very loud and players will turn it down: a master around -14 LUFS keeps its punch.`,
  );
  say(
    loudness !== null && loudness < QUIET,
    'too-quiet',
    `At ${one(loudness ?? 0)} LUFS it is quieter than other songs: raise the master to around -14 LUFS.`,
  );
  say(
    peak !== null && peak > PEAK,
    'true-peak',
    `Its true peak of ${one(peak ?? 0)} dBTP may distort in players: set your limiter's ceiling to -1 dBTP.`,
  );
  say(
    analysis.clippedRuns >= CLIPPED_RUNS,
    'clipping',
    `The sound hits the ceiling in ${analysis.clippedRuns} places: lower the level before the export and export again.`,
  );
  say(
    analysis.leadingSilence > LEADING,
    'leading-silence',
    `It begins with ${one(analysis.leadingSilence)} seconds of silence: cut them so that listeners do not skip.`,
  );
  say(
    analysis.trailingSilence > TRAILING,
    'trailing-silence',
    `It ends with ${one(analysis.trailingSilence)} seconds of silence: cut them so that the next song follows.`,
  );
  say(
    monoAsStereo,
    'mono-as-stereo',
    'Left and right are the same: if you meant stereo, check the panning and the export.',
  );
  say(
    maybeLossy,
    'maybe-lossy',
    'The highest frequencies are missing, so it may have been an MP3 before: if you have the original, upload that.',
  );
  return findings;
}
