const KEY = 'carillon.reloaded';
/** A part that fails again this soon after a reload is missing for another reason (milliseconds). */
const SOON_MS = 30_000;

/**
 * Reloads the page when a part of the console can't be loaded: an upgrade of Carillon has replaced it. Drafts are saved
 * in the browser, and other forms ask before they are left.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < SOON_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
