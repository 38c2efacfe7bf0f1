import { AppError } from '@carillon/contracts';
import { within } from '@carillon/input';

/**
 * The result of work on the texts of a translation. `tag` null: on the texts for everyone. @throws AppError with the fields
 * that the work names, as fields of the translation
 */
export async function inTranslation<T>(tag: string | null, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (tag === null || !(error instanceof AppError)) throw error;
    const { code, detail, fields, extra } = error;
    throw new AppError(code, detail, within(`translations.${tag}`, fields), extra);
  }
}
