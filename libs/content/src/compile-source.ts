import type { AnalyzedEmail, FieldError } from '@carillon/contracts';
import { compileEmail } from './compile-email';
import { compileLiquidEmail } from './liquid/compile-liquid-email';
import type { LinkTags } from './link-tags';
import { LiquidProblem } from './liquid/liquid-parts';
import type { TemplateMode } from './template';
import { compileText } from './text';
import { TooComplex } from './too-complex';

/** The source of an email. */
interface EmailSource {
  html: string;
  preheader: string | null;
  /** Added to the links. Absent: none. */
  tags?: LinkTags;
}

/** The source of a content in Liquid: its email, if it has one, and all texts to check. */
interface LiquidSource {
  html: string | null;
  preheader: string | null;
  tags?: LinkTags;
  texts: readonly { field: string; text: string; mode: TemplateMode }[];
}

export type ContentSource = EmailSource | LiquidSource;

/** Errors in texts in Liquid, by the fields of the API. */
export class ProblemsInTexts extends Error {
  constructor(readonly fields: readonly FieldError[]) {
    super('Texts in Liquid have errors');
  }
}

/** The email of a source that has no errors, or the errors. */
export type CheckedSource = { email: AnalyzedEmail | null } | { problems: readonly FieldError[] };

/** Compiles a source, in a form that crosses threads. @throws TooComplex */
export function checkSource(source: ContentSource): CheckedSource {
  try {
    return { email: compileSource(source) };
  } catch (error) {
    if (error instanceof ProblemsInTexts) return { problems: error.fields };
    throw error;
  }
}

/** Compiles an email, or checks the texts of a content in Liquid. @throws TooComplex, ProblemsInTexts */
export function compileSource(source: ContentSource): AnalyzedEmail | null {
  if (!('texts' in source)) return compileEmail(source.html, source.preheader, source.tags);
  const { html, preheader, tags, texts } = source;
  const problems = texts.flatMap(({ field, text, mode }) =>
    problemsIn(field, () => compileText(text, mode, 'liquid')),
  );
  if (problems.length > 0) throw new ProblemsInTexts(problems);
  let email: AnalyzedEmail | null = null;
  if (html === null) return email;
  const ofEmail = problemsIn('emailMessage', () => {
    email = compileLiquidEmail(html, preheader, tags);
  });
  if (ofEmail.length > 0) throw new ProblemsInTexts(ofEmail);
  return email;
}

function problemsIn(field: string, step: () => void): FieldError[] {
  try {
    step();
    return [];
  } catch (error) {
    if (error instanceof TooComplex) return [{ field, code: 'too_complex', detail: error.message }];
    if (!(error instanceof LiquidProblem)) throw error;
    const { line, column, message } = error;
    const detail = `Line ${line}, column ${column}: ${message}`;
    return [{ field, code: 'invalid_template', detail, line, column }];
  }
}
