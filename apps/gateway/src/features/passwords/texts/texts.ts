interface PageText {
  heading: string;
  paragraphs: readonly string[];
}

/** What the page behind a mailed link says. */
export interface LinkTexts {
  language: string;
  choose: string;
  join: (account: string) => string;
  forWhom: (email: string) => string;
  name: string;
  password: string;
  set: string;
  accept: string;
  signIn: string;
  done: PageText;
  gone: PageText;
  failed: PageText;
  /** What is wrong with a field, by code. */
  flaws: Readonly<Partial<Record<string, string>>>;
}
