export const DAY_MS = 86_400_000;
/** A time in the near future that leaves a busy machine enough time for a request. */
export const SOON_MS = 2_000;
export const ago = (ms: number): Date => new Date(Date.now() - ms);
export const ahead = (ms: number): string => ago(-ms).toISOString();
