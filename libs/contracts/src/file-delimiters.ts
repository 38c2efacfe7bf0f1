/** What separates the cells of CSV. */
export const fileDelimiters = [',', ';', '\t', '|'] as const;
