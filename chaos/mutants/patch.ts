/** Gives back what was taken away. */
export type Undo = () => void;

/** Puts another method in the place of one, in every object of its class; `make` is given the one that was there. */
export function patch<T extends object, K extends keyof T>(
  prototype: T,
  name: K,
  make: (original: T[K]) => T[K],
): Undo {
  const original = prototype[name];
  prototype[name] = make(original);
  return () => {
    prototype[name] = original;
  };
}
