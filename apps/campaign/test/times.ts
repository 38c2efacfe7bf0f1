export const DAY_MS = 86_400_000;
/** Soon, but later than a busy machine takes for a request. */
export const SOON_MS = 2_000;
export const ago = (ms: number): Date => new Date(Date.now() - ms);
export const ahead = (ms: number): string => ago(-ms).toISOString();
