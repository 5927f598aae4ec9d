/** An unsent message; `to` are the recipients picked for a new conversation. */
export interface Draft {
  text: string;
  to: { id: string; displayName: string }[];
}

/** The drafts of one account, by name. */
interface StoredDrafts {
  accountId: string;
  drafts: Record<string, Draft>;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'message-drafts';
const EMPTY: Draft = { text: '', to: [] };
/** The tab's storage, which lasts as long as the tab. */
const ofTab = (): Store => sessionStorage;

/** Reads this account's draft in this tab; empty if the browser stores nothing. */
export const readDraft = (accountId: string, name: string, store = ofTab): Draft =>
  readAll(accountId, store)[name] ?? EMPTY;

/** Saves a change to a draft, so that it survives a reload. Removes the drafts of any other account. */
export function saveDraft(accountId: string, name: string, change: Partial<Draft>, store = ofTab): void {
  const { [name]: before = EMPTY, ...others } = readAll(accountId, store);
  const draft = { ...before, ...change };
  const isEmpty = draft.text === '' && draft.to.length === 0;
  write({ accountId, drafts: isEmpty ? others : { ...others, [name]: draft } }, store);
}

export const forgetDraft = (accountId: string, name: string, store = ofTab): void =>
  saveDraft(accountId, name, EMPTY, store);

/**
 * Called when an account signs in, or signs out (null). Removes the drafts of all other accounts, because they are
 * private.
 */
export function keepDraftsOf(accountId: string | null, store = ofTab): void {
  write({ accountId: accountId ?? '', drafts: accountId === null ? {} : readAll(accountId, store) }, store);
}

function readAll(accountId: string, store: () => Store): Record<string, Draft> {
  try {
    const stored = JSON.parse(store().getItem(KEY) ?? '{}') as Partial<StoredDrafts>;
    if (stored.accountId !== accountId) return {};
    return Object.fromEntries(Object.entries(stored.drafts ?? {}).filter(([, draft]) => isDraft(draft)));
  } catch {
    return {};
  }
}

/** Checks a stored draft, because an earlier version of the product may have stored another shape. */
function isDraft({ text, to }: Draft): boolean {
  const people: unknown[] = to.map(({ id, displayName }) => [id, displayName]).flat();
  return [text, ...people].every((part) => typeof part === 'string');
}

function write(stored: StoredDrafts, store: () => Store): void {
  try {
    if (Object.keys(stored.drafts).length === 0) store().removeItem(KEY);
    else store().setItem(KEY, JSON.stringify(stored));
  } catch (error) {
    console.warn('What was typed cannot be kept.', error);
  }
}
