/** The source of each program, by its path in dist without the extension. */
export declare const programs: Readonly<Record<string, string>>;
