import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { CHOSEN_BY, GENRES, REFUSAL_HEADER, RIGHTS_CONFIRMED } from '@scoville/contract/catalogue/uploads.ts';
import { timezoneOffset } from '../../platform/lib/call.ts';
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { isPassing } from './send-failure.ts';

/** Milliseconds before each retry after a broken connection. */
const PAUSES = [500, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** A refusal by the server, or (without a status) a connection that could not be restored. */
class SendError extends Error {
  readonly status: number | undefined;
  readonly body: string | undefined;

  constructor(response: HttpResponse | null, cause: Error) {
    super(cause.message, { cause });
    this.status = response?.getStatus() || undefined;
    this.body = response === null ? undefined : bodyOf(response);
  }
}

/** An answer to a HEAD request that doesn't contain the upload's offset, thrown through the library. */
class NoOffset extends Error {
  readonly response: HttpResponse;

  constructor(response: HttpResponse) {
    super(`The server answered ${response.getStatus()} when it was asked where the upload stands.`);
    this.response = response;
  }
}

/**
 * Keeps the library from restarting the upload: it takes every unsuccessful answer to a HEAD request except 423 as the
 * end of the upload, and sends all bytes again. Only 404 and 410 mean that.
 */
function checkOffsetAnswer(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || (status >= 200 && status < 300) || [404, 410, 423].includes(status)) return;
  throw new NoOffset(response);
}

/** The answer that caused an error of the library; null if none arrived. */
function answerBehind(error: Error): HttpResponse | null {
  if (!(error instanceof DetailedError)) return null;
  return error.causingError instanceof NoOffset ? error.causingError.response : error.originalResponse;
}

const bodyOf = (response: HttpResponse): string => response.getBody() || (response.getHeader(REFUSAL_HEADER) ?? '');

/**
 * Sends one file, whose rights the uploader has confirmed, by the tus protocol. An interrupted upload of the same file
 * resumes where it stopped, even after the page was closed. There is no time limit. Throws SendError.
 * @param options `replaces` is the song or video whose file it replaces; null makes a new one, with these `genres`;
 * `accountId` is the account that chose the file; `signal` cancels the upload
 */
export async function sendFile(
  file: File,
  {
    replaces,
    genres,
    accountId,
    signal,
  }: { replaces: string | null; genres: readonly string[]; accountId: string; signal: AbortSignal },
  onPercent: (percent: number) => void,
): Promise<{ mediaId: string; duplicateOf: string | null }> {
  const done = Promise.withResolvers<{ mediaId: string; duplicateOf: string | null }>();
  let shown = -1;
  const upload = new Upload(file, {
    endpoint: TUS_PATH,
    metadata: {
      filename: file.name,
      ...(replaces !== null && { replaces }),
      ...(genres.length > 0 && { [GENRES]: genres.join(',') }),
      [RIGHTS_CONFIRMED]: '1',
      [CHOSEN_BY]: accountId,
    },
    headers: { 'X-Timezone-Offset': timezoneOffset() },
    retryDelays: PAUSES,
    removeFingerprintOnSuccess: true,
    onAfterResponse: checkOffsetAnswer,
    onProgress: (sent, total) => {
      const percent = total === 0 ? 0 : Math.floor((sent / total) * 100);
      if (percent === shown) return;
      shown = percent;
      onPercent(percent);
    },
    onShouldRetry: (error) => {
      const answer = answerBehind(error);
      return answer === null || isPassing({ status: answer.getStatus(), body: bodyOf(answer) });
    },
    onError: (error) => done.reject(new SendError(answerBehind(error), error)),
    onSuccess: ({ lastResponse }) => {
      const mediaId = lastResponse.getHeader('X-Media-Id');
      if (mediaId) done.resolve({ mediaId, duplicateOf: lastResponse.getHeader('X-Duplicate-Of') ?? null });
      else done.reject(new SendError(lastResponse, new Error('The last answer named no media.')));
    },
  });
  const before = await upload.findPreviousUploads();
  // An upload of the same file may be in progress for another media item or another account.
  const same = before.find(
    ({ metadata }) => (metadata['replaces'] ?? null) === replaces && metadata[CHOSEN_BY] === accountId,
  );
  if (same) upload.resumeFromPreviousUpload(same);
  signal.throwIfAborted();
  signal.addEventListener('abort', () => {
    void upload.abort();
    done.reject(signal.reason);
  });
  upload.start();
  return done.promise;
}
