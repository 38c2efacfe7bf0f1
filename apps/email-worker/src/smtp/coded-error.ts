/** An error that is known by its code, as the system's are. */
export function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
