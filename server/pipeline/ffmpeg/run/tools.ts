import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '../../../platform/env.ts';
import { ProcessingError } from '../processing-error.ts';
import { type Sandbox, findSandbox } from './sandbox.ts';
import { type Vulnerability, listVulnerabilities } from './vulnerabilities.ts';

const execute = promisify(execFile);

/** The paths of the two programs, with their version, their abilities and their sandbox. */
export interface Tools {
  /** Absolute paths. */
  ffmpeg: string;
  ffprobe: string;
  /** As ffmpeg prints it: `5.1.9-0+deb12u1`, `8.1.2`, `n7.0.2`. */
  version: string;
  /** Known vulnerabilities that this version may have; empty when none is known. Shown to the administrator. */
  vulnerabilities: Vulnerability[];
  sandbox: Sandbox;
  /** Whether it has `zscale` and `tonemap`, without which HDR videos look dull. */
  canToneMap: boolean;
}

async function locate(program: string): Promise<string> {
  const places =
    program.includes('/') || isAbsolute(program)
      ? [resolve(program)]
      : childEnv()
          .PATH.split(delimiter)
          .map((folder) => join(folder, program));
  for (const place of places) {
    try {
      await access(place, constants.X_OK);
      return await realpath(place);
    } catch {
      // This place doesn't have the program. Another place may have it; if none has, the error below names it.
    }
  }
  throw new ProcessingError('engine', `${program} was not found`);
}

/**
 * Finds both programs (a path, or a name on PATH), reads the version and tests the sandbox once; keep the result for
 * the life of the process. Throws ProcessingError `engine` when one is missing or does not start.
 */
export async function findTools(names: { ffmpeg: string; ffprobe: string }): Promise<Tools> {
  const [ffmpeg, ffprobe] = await Promise.all([locate(names.ffmpeg), locate(names.ffprobe)]);
  const [{ stdout }, { stdout: filters }, sandbox] = await Promise.all([
    execute(ffmpeg, ['-version'], { timeout: 10_000 }),
    execute(ffmpeg, ['-hide_banner', '-filters'], { timeout: 10_000, maxBuffer: 4 * 1024 * 1024 }),
    findSandbox([
      { program: ffmpeg, args: ['-version'] },
      { program: ffprobe, args: ['-version'] },
    ]),
  ]);
  const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  if (version === undefined) throw new ProcessingError('engine', `${ffmpeg} does not tell its version`);
  const canToneMap = / zscale /.test(filters) && / tonemap /.test(filters);
  return { ffmpeg, ffprobe, version, vulnerabilities: listVulnerabilities(version), sandbox, canToneMap };
}
