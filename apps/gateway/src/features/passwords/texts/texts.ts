interface PageText {
  heading: string;
  paragraphs: readonly string[];
}

/** The texts of the page behind an emailed link. */
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
  /** The problem with a field, by code. */
  flaws: Readonly<Partial<Record<string, string>>>;
}
