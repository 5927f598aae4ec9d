import { beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { unfinishedFull } from '@scoville/contract/catalogue/uploads.ts';
import { INTERRUPTED } from './send-failure.ts';
import { addFiles, chosenFiles, dismiss } from './upload-queue.ts';

const { sendFile } = vi.hoisted(() => ({
  sendFile: vi.fn<(file: File, options: { genres: readonly string[] }) => Promise<unknown>>(),
}));
vi.mock('./send-file.ts', () => ({ sendFile }));

const page = new EventTarget();
const limits = DEFAULT_PLANS[0]?.limits ?? (undefined as never);
const shown = () => chosenFiles().map(({ name, state, error }) => [name, state, error]);

beforeEach(() => {
  vi.stubGlobal('window', page);
  sendFile.mockReset();
  for (const { key } of chosenFiles()) dismiss(key);
});

it('an interrupted upload resumes automatically once the browser is online again, a refused one doesn’t', async () => {
  const sentence = unfinishedFull(150);
  const refusal = Object.assign(new Error('refused'), { status: 429, body: JSON.stringify({ message: sentence }) });
  sendFile.mockRejectedValueOnce(new Error('no connection')).mockRejectedValueOnce(refusal);
  const files = ['first.mp3', 'second.mp3'].map((name) => new File(['sound'], name));
  addFiles([files[0]!], { id: 'ann', limits }, 'Scoville');
  addFiles([files[1]!], { id: 'ann', limits }, 'Scoville');
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      ['second.mp3', 'failed', sentence],
      ['first.mp3', 'failed', INTERRUPTED],
    ]),
  );
  sendFile.mockResolvedValue({ mediaId: 'one', duplicateOf: null });
  page.dispatchEvent(new Event('online'));
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      ['second.mp3', 'failed', sentence],
      ['first.mp3', 'sent', null],
    ]),
  );
  expect(sendFile).toHaveBeenCalledTimes(3);
});

it('a dismissed file is not sent when the browser is online again', async () => {
  sendFile.mockRejectedValueOnce(new Error('no connection'));
  addFiles([new File(['sound'], 'gone.mp3')], { id: 'ann', limits }, 'Scoville');
  await vi.waitFor(() => expect(shown()).toEqual([['gone.mp3', 'failed', INTERRUPTED]]));
  for (const { key } of chosenFiles()) dismiss(key);
  page.dispatchEvent(new Event('online'));
  expect(sendFile).toHaveBeenCalledTimes(1);
});

it('the genres chosen with a file are sent with it', async () => {
  sendFile.mockResolvedValue({ mediaId: 'one', duplicateOf: null });
  addFiles([new File(['sound'], 'song.mp3')], { id: 'ann', limits }, 'Scoville', { genres: ['City Pop'] });
  await vi.waitFor(() => expect(shown()).toEqual([['song.mp3', 'sent', null]]));
  expect(sendFile.mock.calls[0]?.[1].genres).toEqual(['City Pop']);
});
