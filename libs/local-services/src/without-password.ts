/** The address as it may be shown: the password as asterisks. What is not an address at all is not shown. */
export function withoutPassword(url: string): string {
  try {
    const shown = new URL(url);
    if (shown.password) shown.password = '***';
    return shown.href;
  } catch {
    return 'a value that is not an address';
  }
}
