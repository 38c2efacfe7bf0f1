import { type Language, languages } from '@carillon/contracts';

/**
 * The language of a page according to the Accept-Language header (RFC 9110 §12.5.4): the language with the highest
 * weight, and the first one among equal weights. `de-AT` is German, and `*` is the first supported language.
 */
export function languageFor(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { tag, q: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const available = wanted.flatMap(({ tag, q }) => {
    const language = tag === '*' ? languages[0] : languages.find((each) => each === tag.split('-')[0]);
    return language !== undefined && q > 0 ? [{ language, q }] : [];
  });
  // Sorting keeps the order of equal weights.
  return available.sort((a, b) => b.q - a.q)[0]?.language ?? languages[0];
}
