const PREFIX = 'message-draft ';

/** What was typed and not sent in this tab; empty where the browser keeps nothing. */
export function readDraft(name: string, storage: () => Pick<Storage, 'getItem'> = () => sessionStorage): string {
  try {
    return storage().getItem(PREFIX + name) ?? '';
  } catch {
    return '';
  }
}

export function saveDraft(
  name: string,
  text: string,
  storage: () => Pick<Storage, 'setItem' | 'removeItem'> = () => sessionStorage,
): void {
  try {
    if (text === '') storage().removeItem(PREFIX + name);
    else storage().setItem(PREFIX + name, text);
  } catch (error) {
    console.warn('What was typed cannot be kept.', error);
  }
}
