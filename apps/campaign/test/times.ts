export const DAY_MS = 86_400_000;
export const ago = (ms: number): Date => new Date(Date.now() - ms);
export const ahead = (ms: number): string => ago(-ms).toISOString();
