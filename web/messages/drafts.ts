import * as z from 'zod/mini';

/** What was typed and not sent; `to` are those picked for a conversation that nobody knows of yet. */
const Draft = z.object({
  text: z.string(),
  to: z.array(z.object({ id: z.string(), displayName: z.string() })),
});
export type Draft = z.infer<typeof Draft>;

/** The drafts of one account, by names. */
const Kept = z.object({ accountId: z.string(), drafts: z.record(z.string(), Draft) });

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'message-drafts';
const EMPTY: Draft = { text: '', to: [] };
/** Those of the tab, for as long as it is open. */
const ofTab = (): Store => sessionStorage;

/** What this account typed in this tab and did not send; empty where the browser keeps nothing. */
export const readDraft = (accountId: string, name: string, store = ofTab): Draft =>
  readAll(accountId, store)[name] ?? EMPTY;

/** Keeps what changed of a draft, so that it is there again after a reload. Drafts of any other account go. */
export function saveDraft(accountId: string, name: string, change: Partial<Draft>, store = ofTab): void {
  const { [name]: before = EMPTY, ...others } = readAll(accountId, store);
  const draft = { ...before, ...change };
  const isEmpty = draft.text === '' && draft.to.length === 0;
  write({ accountId, drafts: isEmpty ? others : { ...others, [name]: draft } }, store);
}

export const forgetDraft = (accountId: string, name: string, store = ofTab): void =>
  saveDraft(accountId, name, EMPTY, store);

/** Somebody signed in, or nobody is (null): what others typed here is nothing for their eyes. */
export function keepDraftsOf(accountId: string | null, store = ofTab): void {
  write({ accountId: accountId ?? '', drafts: accountId === null ? {} : readAll(accountId, store) }, store);
}

function readAll(accountId: string, store: () => Store): Record<string, Draft> {
  try {
    const kept = z.parse(Kept, JSON.parse(store().getItem(KEY) ?? 'null'));
    return kept.accountId === accountId ? kept.drafts : {};
  } catch {
    return {};
  }
}

function write(kept: z.infer<typeof Kept>, store: () => Store): void {
  try {
    if (Object.keys(kept.drafts).length === 0) store().removeItem(KEY);
    else store().setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    console.warn('What was typed cannot be kept.', error);
  }
}
