/** CSV delimiters. */
export const fileDelimiters = [',', ';', '\t', '|'] as const;
