/** Puts another method in the place of one, in every object of its class; `make` is given the one that was there. */
export function patch<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
  make: (original: T[K]) => T[K],
): void {
  prototype[name] = make(prototype[name]);
}
