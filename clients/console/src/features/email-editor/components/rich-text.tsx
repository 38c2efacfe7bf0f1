import { Extension } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../../../ui/nonce';
import { htmlOf } from '../design/rich-text';
import { TextColor, parsableHtml } from './text-color';

/** Enter begins a new line, because the text is one paragraph. */
const OneParagraph = Extension.create({
  name: 'oneParagraph',
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.setHardBreak() };
  },
});

const inline = [
  ...[Paragraph, Text, HardBreak, Bold, Italic, Underline, Strike, TextColor],
  Link.configure({ openOnClick: false, autolink: false, defaultProtocol: 'https' }),
];
const heading = [Document.extend({ content: 'paragraph' }), OneParagraph, ...inline];
const text = [Document, BulletList, OrderedList, ListItem, ListKeymap, ...inline];

/** A text that is shown as it is. */
export function FixedText({ html, isHeading }: Pick<RichTextProps, 'html' | 'isHeading'>) {
  const editor = useEditor({
    extensions: isHeading ? heading : text,
    content: parsableHtml(html),
    injectNonce: styleNonce(),
    editable: false,
  });
  useEffect(() => {
    if (!editor.isDestroyed) editor.commands.setContent(parsableHtml(html), { emitUpdate: false });
  }, [editor, html]);
  return <EditorContent editor={editor} className="design-text" />;
}

interface RichTextProps {
  html: string;
  label: string;
  /** The text is one paragraph. */
  isHeading: boolean;
  isSelected: boolean;
  onChange: (html: string) => void;
  /** The editor, which the formatting buttons use. Null: it is gone. */
  onEditor: (editor: Editor | null) => void;
}

/** A text that is edited in its place. */
export function RichText({ html, label, isHeading, isSelected, onChange, onEditor }: RichTextProps) {
  const latest = useRef({ onChange, html });
  const editor = useEditor({
    extensions: isHeading ? heading : text,
    content: parsableHtml(html),
    injectNonce: styleNonce(),
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    onUpdate: ({ editor: changed }) => {
      const written = htmlOf(changed.getJSON(), isHeading);
      if (written === latest.current.html) return;
      latest.current.html = written;
      latest.current.onChange(written);
    },
  });
  useEffect(() => {
    latest.current.onChange = onChange;
    if (latest.current.html === html || editor.isDestroyed) return;
    // The text was changed by an undo, or by another tab.
    latest.current.html = html;
    editor.commands.setContent(parsableHtml(html), { emitUpdate: false });
  }, [editor, html, onChange]);
  useEffect(() => {
    // If the page took long to render, Tiptap makes another editor.
    if (editor.isDestroyed) return undefined;
    // Only the selected text is in the order of the Tab key.
    editor.view.dom.tabIndex = isSelected ? 0 : -1;
    if (!isSelected) return undefined;
    onEditor(editor);
    return () => onEditor(null);
  }, [editor, isSelected, onEditor]);
  return <EditorContent editor={editor} className="design-text" />;
}
