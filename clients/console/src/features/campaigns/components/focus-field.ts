import type { Schemas } from '@carillon/sdk';

/** A field of a campaign, named as in the API, and a line of it. */
export interface FieldPlace {
  channel: Schemas['Channel'];
  field: string;
  line?: number | undefined;
}

/** How long the editor may take to load (milliseconds). */
const PATIENCE_MS = 5_000;

/** The text of the HTML or MJML editor, the block that the Tab key reaches, or the preview. */
const emailParts = [' .cm-content', ' .design-frame[tabindex="0"]', '[tabindex]']
  .map((part) => `#${fieldId('emailMessage')}${part}`)
  .join();

/** Moves the focus to a field of the editor as soon as the page shows it, in its line. */
export async function focusField({ field, line }: FieldPlace): Promise<void> {
  const element = await shown(() =>
    field === 'emailMessage'
      ? document.querySelector<HTMLElement>(emailParts)
      : document.getElementById(fieldId(field)),
  );
  if (line !== undefined && field === 'emailMessage' && element) await moveTo(element, line);
  focusOn(element);
  element?.scrollIntoView({ block: 'center' });
}

/** Moves the focus to an element, also if it is folded. */
export function focusOn(element: HTMLElement | null): void {
  const fold = element?.closest('details');
  if (fold) fold.open = true;
  element?.focus();
}

/** The ID of a field's input element. */
export function fieldId(field: string): string {
  return `campaign-${field}`;
}

async function shown(find: () => HTMLElement | null): Promise<HTMLElement | null> {
  const end = performance.now() + PATIENCE_MS;
  for (let element = find(); performance.now() < end; element = find()) {
    if (element) return element;
    await new Promise(requestAnimationFrame);
  }
  return find();
}

async function moveTo(element: HTMLElement, line: number): Promise<void> {
  const { EditorView } = await import('@codemirror/view');
  const view = EditorView.findFromDOM(element);
  if (!view) return;
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  // The focus by itself brings back the previous cursor.
  view.focus();
}
