const SCHEME = 'data-mantine-color-scheme';
/** The end of page titles, which isn't part of the name of a printed file. */
const SUFFIX = ' · Carillon';

/** Prints pages in light colors, also in dark mode, and gives a PDF file the title of the page as its name. */
export function preparePrinting(): void {
  const { documentElement: page } = document;
  let before: { scheme: string | null; title: string } | null = null;
  const begin = (): void => {
    before ??= { scheme: page.getAttribute(SCHEME), title: document.title };
    page.setAttribute(SCHEME, 'light');
    if (document.title.endsWith(SUFFIX)) document.title = document.title.slice(0, -SUFFIX.length);
  };
  const end = (): void => {
    if (!before) return;
    if (before.scheme !== null) page.setAttribute(SCHEME, before.scheme);
    document.title = before.title;
    before = null;
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()));
}
