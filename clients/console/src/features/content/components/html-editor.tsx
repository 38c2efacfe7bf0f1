import { type CompletionContext, autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useRef } from 'react';
import { styleNonce } from '../../../ui/nonce';
import { flawMarks, markFlaws } from './flawed-lines';

/** A key of extraData, and its description. */
export interface Placeholder {
  name: string;
  detail?: string;
}

interface HtmlEditorProps {
  value: string;
  label: string;
  isReadOnly: boolean;
  /** Keys of extraData that occur in the data of people. */
  placeholders: readonly Placeholder[];
  onChange: (value: string) => void;
  /** The numbers of the lines that have errors, from 1, and the ID of the element that describes the errors. */
  flaws: { lines: readonly number[]; describedBy: string };
  /** Receives the function that inserts text at the cursor, while the editor is shown. */
  inserter?: RefObject<((text: string) => void) | null>;
}

const colors = HighlightStyle.define([
  { tag: tags.tagName, color: 'light-dark(#2a5b8c, #8fbbe8)' },
  { tag: tags.attributeName, color: 'light-dark(#7a4a00, #e3b576)' },
  { tag: tags.attributeValue, color: 'light-dark(#1f6b3a, #8fd3a5)' },
  { tag: tags.comment, color: 'light-dark(#5a6270, #a3abb8)' },
  { tag: tags.angleBracket, color: 'light-dark(#5a6270, #a3abb8)' },
]);

const look = EditorView.theme({
  '.cm-gutters': { backgroundColor: 'transparent', color: 'light-dark(#5a6270, #a3abb8)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
  },
});

const UNSUBSCRIBE = '{{carillon.unsubscribeUrl}}';
/** How many characters before the cursor are checked for the URL of a link. */
const LINK_LETTERS = 200;

/** An editor for the HTML of an email. The Tab key moves the focus, as everywhere on the page. */
export default function HtmlEditor({
  value,
  label,
  isReadOnly,
  placeholders,
  onChange,
  flaws: { lines, describedBy },
  inserter,
}: HtmlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const current = useRef({ onChange, placeholders, value });
  useEffect(() => {
    current.current = { onChange, placeholders, value };
  });
  useEffect(() => {
    if (!place.current) return undefined;
    const complete = (context: CompletionContext) => {
      const typed = context.matchBefore(/\{\{[\w.]*/);
      if (!typed) return null;
      const own = current.current.placeholders.map(({ name, detail }, place) => ({
        ...{ label: `{{${name}}}`, type: 'variable', boost: 99 - Math.min(place, 99) },
        ...(detail !== undefined && { detail }),
      }));
      // Enter selects the first option, which should not be the unsubscribe link: a greeting needs no such link.
      const before = context.state.sliceDoc(Math.max(0, typed.from - LINK_LETTERS), typed.from);
      const isLink = /\bhref\s*=\s*["']?[^"'<>]*$/i.test(before) || /^\{\{[cu]/i.test(typed.text);
      const options = isLink ? [...own, { label: UNSUBSCRIBE, type: 'variable', boost: -99 }] : own;
      return options.length === 0 ? null : { from: typed.from, options };
    };
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          html(),
          syntaxHighlighting(colors),
          look,
          autocompletion({ override: [complete] }),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.lineWrapping,
          // Long texts scroll, and a scrolling region must be reachable with the Tab key.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          flawMarks(describedBy),
          EditorState.readOnly.of(isReadOnly),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) current.current.onChange(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    if (inserter)
      inserter.current = (text) => {
        editor.dispatch(editor.state.replaceSelection(text));
        editor.focus();
      };
    return () => {
      if (inserter) inserter.current = null;
      editor.destroy();
    };
  }, [label, isReadOnly, describedBy, inserter]);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: markFlaws.of(lines) });
    // Another editor has no marks yet.
  }, [lines, label, isReadOnly, describedBy, inserter]);
  return <div className="editor" ref={place} />;
}
