import { CarillonError } from '@carillon/sdk';
import { languageOfField } from './translation';

/** An error in a line of a text. `line`: from 1. */
export interface LineFlaw {
  line: number;
  detail: string;
}

/** The errors in lines of a field. @param tag the language of the text; null: for everyone */
export function lineFlawsOf(error: Error | null, field: string, tag: string | null): LineFlaw[] {
  if (!(error instanceof CarillonError)) return [];
  return error.fields.flatMap(({ field: path, line, detail }) => {
    const wrong = languageOfField(path);
    return wrong.field === field && wrong.tag === tag && line !== undefined ? [{ line, detail }] : [];
  });
}
