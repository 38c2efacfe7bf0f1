/** HTML that takes too much to read, or to fill in for each recipient. The message says what is too much. */
export class TooComplex extends Error {}
