import { deleteAccount } from '@scoville/contract/account-deletion.ts';
import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export const useDeleteAccount = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof deleteAccount>) => call(deleteAccount, { body }) });
