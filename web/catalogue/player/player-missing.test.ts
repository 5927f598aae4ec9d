import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type Mock, expect, it, vi } from 'vitest';
import { prefetchHandlers, playList, startMachineBy } from './player.ts';

const { toast } = vi.hoisted(() => ({ toast: vi.fn() as Mock }));
vi.mock('../../platform/ui/toasts.ts', () => ({ toast }));

it('reports a player that cannot be loaded after a press, but not after a button is only reached', async () => {
  startMachineBy(() => Promise.reject(new Error('lost')));
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const track = { id: 'a', sources: [{}] as unknown } as MediaSummary;
  prefetchHandlers(track).onFocus({ currentTarget: new EventTarget() as Element });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(toast).not.toHaveBeenCalled();
  playList([track], 'a');
  await vi.waitFor(() => expect(toast).toHaveBeenCalledTimes(1));
  warn.mockRestore();
});
