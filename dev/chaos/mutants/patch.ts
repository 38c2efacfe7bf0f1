/** Restores the original method. */
export type Undo = () => void;

export function undoAll(...each: Undo[]): Undo {
  return () => each.forEach((undo) => undo());
}

/** Replaces a method in every object of a class. `make` receives the original method. */
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
