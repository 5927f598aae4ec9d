import { adminMedia, notices } from '@scoville/contract/review/administration.ts';
import type { AdminMediaFilter } from '@scoville/contract/review/administration.ts';
import {
  type Mail,
  type MailState,
  cancelMail,
  liftRefusal,
  outbox,
  refusedAddresses,
  retryMail,
} from '@scoville/contract/platform/mail/outbox.ts';
import { deleteUser } from '@scoville/contract/community/own-account/account-deletion.ts';
import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import {
  previewSystemMessage,
  removeSystemMessage,
  saveSystemMessage,
  writtenSystemMessage,
} from '@scoville/contract/business/announcements/system-message-edit.ts';
import { health } from '@scoville/contract/frame/health.ts';
import { reviewDesk } from '@scoville/contract/review/curation/review-desk.ts';
import { auditLog } from '@scoville/contract/accounts/audit.ts';
import type { Act } from '@scoville/contract/accounts/audit.ts';
import type { ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import {
  type ReportQueue,
  decideReport,
  reportCase,
  reportCases,
} from '@scoville/contract/community/reports/reports.ts';
import type { PlanStatus } from '@scoville/contract/business/billing/subscription-state.ts';
import { planSubscription, planSubscriptions } from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { removeLostSecondFactor } from '@scoville/contract/accounts/second-factor.ts';
import { liftSuspension, suspendUser } from '@scoville/contract/community/suspensions.ts';
import { changeEmailOf } from '@scoville/contract/community/own-account/email-change.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { type UserFilter, users } from '@scoville/contract/accounts/users/user-list.ts';
import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { queryOf } from '../../platform/lib/query.ts';

/** Rows of one page of a table. */
export const PAGE = 10;

/** Options for reading a page of a table: each visit requests it, and the previous page is shown until it is loaded. */
const PAGED = { staleTime: 0, placeholderData: keepPreviousData };

interface TablePart {
  page: number;
  q: string;
}

export const adminMediaQuery = ({ page, q, filter }: TablePart & { filter: AdminMediaFilter | undefined }) =>
  queryOptions({ ...queryOf(adminMedia, { query: { page, size: PAGE, q: q || undefined, filter } }), ...PAGED });

export const usersQuery = ({ page, q, filter }: TablePart & { filter: UserFilter | undefined }) =>
  queryOptions({ ...queryOf(users, { query: { page, size: PAGE, q: q || undefined, filter } }), ...PAGED });

export const outboxQuery = ({ page, q, state }: TablePart & { state: MailState | undefined }) =>
  queryOptions({ ...queryOf(outbox, { query: { page, size: PAGE, q: q || undefined, state } }), ...PAGED });

export const refusedAddressesQuery = (page: number) =>
  queryOptions({ ...queryOf(refusedAddresses, { query: { page, size: PAGE } }), ...PAGED });

export const liftRefusalOf = (id: string) => call(liftRefusal, { params: { id } });

interface ReportTable extends TablePart {
  queue: ReportQueue;
  kind: ReportSubject | undefined;
}

export const reportsQuery = ({ page, q, queue, kind }: ReportTable) =>
  queryOptions({ ...queryOf(reportCases, { query: { page, size: PAGE, q: q || undefined, queue, kind } }), ...PAGED });

export const reportCaseQuery = (id: string) =>
  queryOptions({ ...queryOf(reportCase, { params: { id } }), staleTime: 0 });

export const decideCase = (id: string, body: BodyInput<typeof decideReport>) =>
  call(decideReport, { params: { id }, body });

export const tryAgain = (id: string): Promise<Mail> => call(retryMail, { params: { id } });
export const cancel = (id: string): Promise<Mail> => call(cancelMail, { params: { id } });

/** Warnings about the machines, which change only from hour to hour. */
export const noticesQuery = queryOptions({ ...queryOf(notices, {}), staleTime: 600_000 });

/** The state of the installation; refetched every 10 seconds while it is shown. */
export const healthQuery = queryOptions({ ...queryOf(health, {}), staleTime: 0, refetchInterval: 10_000 });

/** How well the review desk keeps its promised time. */
export const reviewDeskQuery = queryOptions({ ...queryOf(reviewDesk, {}), staleTime: 0 });

export const changeUser = (id: string, body: BodyInput<typeof updateUser>) =>
  call(updateUser, { params: { id }, body });

export const removeUser = (id: string) => call(deleteUser, { params: { id } });

export const writtenMessageQuery = queryOptions({ ...queryOf(writtenSystemMessage, {}), staleTime: 0 });

/** Markdown as the server renders it; an empty message sends no request. */
export const messagePreviewQuery = (message: string) =>
  queryOptions({
    ...queryOf(previewSystemMessage, { body: { message } }),
    enabled: message !== '',
    staleTime: Infinity,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

export const saveMessage = (body: BodyInput<typeof saveSystemMessage>) => call(saveSystemMessage, { body });
export const removeMessage = (id: string) => call(removeSystemMessage, { params: { id } });

/** Refetches the message for the form and for Home. */
export const invalidateSystemMessage = (client: QueryClient) =>
  Promise.all([writtenSystemMessage, systemMessage].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));

export const suspend = (id: string, body: BodyInput<typeof suspendUser>) => call(suspendUser, { params: { id }, body });
export const liftSuspensionOf = (id: string) => call(liftSuspension, { params: { id } });
export const removeSecondFactorFrom = (id: string, password: string) =>
  call(removeLostSecondFactor, { params: { id }, body: { password } });
export const changeEmail = (id: string, body: BodyInput<typeof changeEmailOf>) =>
  call(changeEmailOf, { params: { id }, body });

interface AuditTable extends TablePart {
  act: Act | undefined;
  actor: string | undefined;
}

export const auditQuery = ({ page, q, act, actor }: AuditTable) =>
  queryOptions({ ...queryOf(auditLog, { query: { page, size: PAGE, q: q || undefined, act, actor } }), ...PAGED });

export const planSubscriptionsQuery = ({ page, q, status }: TablePart & { status: PlanStatus | undefined }) =>
  queryOptions({ ...queryOf(planSubscriptions, { query: { page, size: PAGE, q: q || undefined, status } }), ...PAGED });

/** One subscription with the events that the payment provider reported. */
export const planSubscriptionQuery = (id: string) =>
  queryOptions({ ...queryOf(planSubscription, { params: { id } }), staleTime: 0 });
