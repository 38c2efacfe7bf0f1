import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Inserts a text at the cursor of a field, or in place of its selected text. Then, the field has the focus. */
export function insertAtCursor(
  { current: field }: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  text: string,
  onChange: (text: string) => void,
): void {
  if (!field) return;
  const { value, selectionStart, selectionEnd } = field;
  // A field that never had the focus has its cursor at the start, where nobody put it.
  const [from, to] = selectionEnd
    ? [selectionStart ?? selectionEnd, selectionEnd]
    : [value.length, value.length];
  // The cursor moves to the end of a field when its value changes.
  flushSync(() => onChange(value.slice(0, from) + text + value.slice(to)));
  field.focus();
  field.setSelectionRange(from + text.length, from + text.length);
}
