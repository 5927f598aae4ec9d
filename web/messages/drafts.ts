/** What was typed and not sent; `to` are those picked for a conversation that nobody knows of yet. */
export interface Draft {
  text: string;
  to: { id: string; displayName: string }[];
}

/** The drafts of one account, by names. */
interface Kept {
  accountId: string;
  drafts: Record<string, Draft>;
}

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
    const kept = JSON.parse(store().getItem(KEY) ?? '{}') as Partial<Kept>;
    if (kept.accountId !== accountId) return {};
    return Object.fromEntries(Object.entries(kept.drafts ?? {}).filter(([, draft]) => isDraft(draft)));
  } catch {
    return {};
  }
}

/** Checks a stored draft, because an earlier version of the product may have stored another shape. */
function isDraft({ text, to }: Draft): boolean {
  const people: unknown[] = to.map(({ id, displayName }) => [id, displayName]).flat();
  return [text, ...people].every((part) => typeof part === 'string');
}

function write(kept: Kept, store: () => Store): void {
  try {
    if (Object.keys(kept.drafts).length === 0) store().removeItem(KEY);
    else store().setItem(KEY, JSON.stringify(kept));
  } catch (error) {
    console.warn('What was typed cannot be kept.', error);
  }
}
