export type ProcessStage = 'transcoding' | 'finishing';

/** Receives progress from 0 to 100 within all of the work. Neither the progress nor the stage ever goes back. */
export type OnStage = (stage: ProcessStage, progress: number) => void;

/** The progress of a conversion. */
export interface Progress {
  /** Completed share of all the conversion, 0 to 1. */
  onTranscoding: (share: number) => void;
  /** Called when everything is written and only checks are left. */
  onFinishing: () => void;
}

const STAGES: readonly ProcessStage[] = ['transcoding', 'finishing'];

/** Turns the progress of a conversion into stages and percents of all the work. Reports the beginning immediately. */
export function beginTranscoding(onStage: OnStage): Progress {
  const stage = forwardOnly(onStage);
  stage('transcoding', 5);
  return {
    onTranscoding: (share) => stage('transcoding', 5 + 85 * share),
    onFinishing: () => stage('finishing', 90),
  };
}

/**
 * Passes stages and whole percents on, but never backwards, because an encode may follow the first checks. The caller
 * reports 100 once it has kept the result.
 */
function forwardOnly(onStage: OnStage): OnStage {
  let at = 0;
  let reached = 0;
  return (stage, progress) => {
    at = Math.max(at, STAGES.indexOf(stage));
    reached = Math.max(reached, Math.min(99, Math.floor(progress)));
    onStage(STAGES[at] ?? stage, reached);
  };
}
