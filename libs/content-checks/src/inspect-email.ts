import {
  UNSUBSCRIBE_URL,
  isSystemKey,
  keysWithoutFallback,
  simpleText,
  templateParts,
} from '@carillon/content';
import type { Engine, Finding, FindingCode } from '@carillon/contracts';
import { type EmailDocument, type EmailElement, readEmail } from './email-document';
import { FindingList, type FoundProblem } from './finding-list';
import { lowContrast } from './text-look';
import {
  type WrittenUrl,
  distrustOf,
  imageFault,
  isExample,
  isMisleading,
  linkFault,
  writtenUrl,
} from './urls';

/** The HTML of an email as written, and its language. */
export interface InspectedEmail {
  html: string;
  engine: Engine;
}

/** What the HTML of an email contains, apart from the rest of the campaign. */
export interface EmailInspection {
  findings: Finding[];
  /** The keys without a fallback in the URLs of links and images; none in Liquid. */
  linkKeys: string[];
}

/** The limit of different color pairs, and of placeholders without quotes. */
const MOST_SOURCES = 20;

type Problem = Omit<FoundProblem, 'channel' | 'field'>;

/**
 * Checks the HTML of an email. It may take a second for half a million characters, and should run in its own thread with
 * a time limit. Links are checked for their form, and not followed. In Liquid, placeholders aren't checked.
 * @throws TooComplex
 */
export function inspectEmail({ html: written, engine }: InspectedEmail): EmailInspection {
  const html = simpleText(written, engine);
  const list = new FindingList();
  const add = (problem: Problem): void => list.add({ channel: 'EMAIL', field: 'emailMessage', ...problem });
  const document = readEmail(html);
  const linkKeys = new Set<string>();
  const anchors = new Set(
    document.elements.flatMap(({ attributes }) =>
      [attributes.get('id') ?? [], attributes.get('name') ?? []].flat(),
    ),
  );
  const colors = new Set<string>();
  for (const element of document.elements) {
    const { place } = element;
    for (const code of [...linkProblems(element, anchors), ...imageProblems(element)]) add({ code, place });
    for (const source of unsupportedIn(element)) add({ code: 'UNSUPPORTED_MARKUP', source, place });
    if (engine === 'simple')
      for (const key of keysWithoutFallback(urlIn(element) ?? '', 'html')) linkKeys.add(key);
    const low = element.hasOwnText && !element.isHidden ? lowContrast(element.look) : null;
    if (low && (colors.has(low.source) || colors.size < MOST_SOURCES)) {
      colors.add(low.source);
      add({ code: 'LOW_CONTRAST', ...low, place });
    }
  }
  for (const problem of problemsOfWhole(html, document)) add(problem);
  if (engine === 'simple')
    for (const source of unquotedIn(html)) add({ code: 'PLACEHOLDER_UNQUOTED', source });
  return { findings: list.all(), linkKeys: [...linkKeys] };
}

/** The URL that an element opens or loads. */
function urlIn({ name, attributes }: EmailElement): string | undefined {
  if (name === 'a' || name === 'area') return attributes.get('href');
  return name === 'img' ? attributes.get('src') : undefined;
}

const unsubscribing = /^\W{0,3}(?:unsubscribe|opt[ -]?out|abmelden|abbestellen)\b/i;

function linkProblems(element: EmailElement, anchors: ReadonlySet<string>): FindingCode[] {
  const { name, attributes, hasText, hasDescribedImage, isHidden } = element;
  if (name !== 'a' && name !== 'area') return [];
  const text = element.text.trim();
  const href = attributes.get('href')?.trim();
  if (href === undefined) {
    const isAnchor = attributes.has('name') || attributes.has('id');
    return isAnchor || !(hasText || hasDescribedImage) ? [] : ['LINK_WITHOUT_TARGET'];
  }
  if (href === '' || href === '#') return ['LINK_WITHOUT_TARGET'];
  if (href.startsWith('#')) return anchors.has(decoded(href.slice(1))) ? [] : ['LINK_ANCHOR_MISSING'];
  const url = writtenUrl(href);
  const label =
    name === 'area' ? attributes.get('alt') : (attributes.get('aria-label') ?? attributes.get('title'));
  const isNameless = !isHidden && !hasText && !hasDescribedImage && !label?.trim();
  const found = [
    linkFault(url),
    distrustOf(url),
    isExample(url) ? ('LINK_TO_EXAMPLE' as const) : null,
    isNameless ? ('LINK_WITHOUT_TEXT' as const) : null,
    isMisleading(text, url) ? ('LINK_TEXT_MISLEADING' as const) : null,
    isElsewhere(text, href, url) ? ('UNSUBSCRIBE_ELSEWHERE' as const) : null,
  ];
  return found.filter((code) => code !== null);
}

/** Whether a link lets people unsubscribe somewhere else than with Carillon. */
function isElsewhere(text: string, href: string, { text: url }: WrittenUrl): boolean {
  if (url === null || href.includes(UNSUBSCRIBE_URL)) return false;
  return unsubscribing.test(text) || /unsubscribe|opt-?out/i.test(href);
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

function imageProblems({ name, attributes, style }: EmailElement): FindingCode[] {
  if (name !== 'img') return [];
  const fault = imageFault(writtenUrl(attributes.get('src') ?? ''));
  const hasSize = (size: 'width' | 'height'): boolean => attributes.has(size) || style.has(size);
  return [
    ...(fault ? [fault] : []),
    ...(attributes.has('alt') ? [] : ['IMAGE_WITHOUT_ALT' as const]),
    ...(hasSize('width') && hasSize('height') ? [] : ['IMAGE_WITHOUT_SIZE' as const]),
  ];
}

/** Elements that Gmail and Outlook remove, or that make filters suspicious: https://www.caniemail.com */
const unsupported = new Set('script form iframe object embed applet svg canvas base'.split(' '));

const handlers = new Set(
  'onclick onload onerror onmouseover onmouseout onsubmit onfocus onchange'.split(' '),
);

/** The unsupported parts of an element, as they are written. */
function unsupportedIn({ name, attributes }: EmailElement): string[] {
  if (unsupported.has(name)) return [`<${name}>`];
  if (name === 'link' && /stylesheet/i.test(attributes.get('rel') ?? '')) return ['<link rel="stylesheet">'];
  if (name === 'meta' && /^refresh$/i.test(attributes.get('http-equiv') ?? ''))
    return ['<meta http-equiv="refresh">'];
  return [...attributes.keys()].filter((each) => handlers.has(each));
}

function problemsOfWhole(html: string, { hasText, elements }: EmailDocument): Problem[] {
  const isWritten = html.trim() !== '' && elements.length > 0;
  return [
    ...(hasText || !isWritten ? [] : [{ code: 'EMAIL_WITHOUT_TEXT' as const }]),
    ...(slotsOf(html).some(({ key }) => key === UNSUBSCRIBE_URL)
      ? []
      : [{ code: 'UNSUBSCRIBE_LINK_ADDED' as const }]),
  ];
}

/** The placeholders in tags without quotes. */
function unquotedIn(html: string): string[] {
  const unquoted = slotsOf(html).filter(
    ({ key, as }) => !isSystemKey(key) && (as.includes('unquoted') || as.includes('unquoted-whole')),
  );
  return [...new Set(unquoted.map(({ key }) => `{{${key}}}`))].slice(0, MOST_SOURCES);
}

function slotsOf(html: string) {
  return templateParts(html, 'html').filter((part) => typeof part !== 'string');
}
