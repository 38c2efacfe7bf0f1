/** Something that would outlive the process that started it. */
export type Survivor = { readonly pid: number } | { readonly container: string };

/** Hears of every survivor at once, so that somebody can end it should its owner be killed. */
export interface Witness {
  started(survivor: Survivor): void;
  ended(survivor: Survivor): void;
}
