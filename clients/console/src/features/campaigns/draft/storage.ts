/** Stores a text. If the browser has no room for it, the text stays only in the page. */
export function setIfRoom(storage: Storage, key: string, text: string): void {
  try {
    storage.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
  }
}
