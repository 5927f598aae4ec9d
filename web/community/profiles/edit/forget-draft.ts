/** The `localStorage` key of an account's profile draft. */
export const draftKey = (accountId: string): string => `profile-draft ${accountId}`;

/** Removes the unsaved changes of an account's profile. */
export function forgetDraft(accountId: string): void {
  try {
    localStorage.removeItem(draftKey(accountId));
  } catch {
    // A browser without storage has no draft to remove.
  }
}
