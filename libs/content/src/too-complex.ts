/** HTML that is too costly to parse, or to fill in for each recipient. The message explains the limit. */
export class TooComplex extends Error {}
