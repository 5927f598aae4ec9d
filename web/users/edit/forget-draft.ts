/** Where the draft of an account's profile is kept in this browser. */
export const draftKey = (accountId: string): string => `profile-draft ${accountId}`;

/** Forgets what somebody typed into their profile and did not save. */
export function forgetDraft(accountId: string): void {
  try {
    localStorage.removeItem(draftKey(accountId));
  } catch {
    // Where a browser keeps nothing, there is nothing to forget.
  }
}
