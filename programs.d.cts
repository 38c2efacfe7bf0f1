/** By the path below dist, without the extension: the source. */
export declare const programs: Readonly<Record<string, string>>;
