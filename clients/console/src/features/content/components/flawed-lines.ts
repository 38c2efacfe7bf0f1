import { type EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';

const lineMark = Decoration.line({ class: 'cm-flawed' });
const numberMark = new (class extends GutterMarker {
  override readonly elementClass = 'cm-flawed';
})();

/** Marks the lines with these numbers, from 1, and no others. */
export const markFlaws = StateEffect.define<readonly number[]>();

/** The beginnings of the marked lines. They follow changes of the text. */
export const flawedLines = StateField.define<readonly number[]>({
  create: () => [],
  update: (marked, { changes, effects, newDoc }) => {
    const given = effects.find((effect) => effect.is(markFlaws));
    if (!given) return changes.empty ? marked : marked.map((position) => changes.mapPos(position, 1));
    const numbers = new Set(given.value.map((line) => Math.min(line, newDoc.lines)));
    return [...numbers].sort((one, other) => one - other).map((line) => newDoc.line(line).from);
  },
});

const lineStarts = (state: EditorState): number[] => [
  ...new Set(state.field(flawedLines).map((position) => state.doc.lineAt(position).from)),
];

/** Shows the marks in an editor. @param describedBy the ID of the element with the errors */
export const flawMarks = (describedBy: string) => [
  flawedLines,
  EditorView.decorations.compute([flawedLines], (state) =>
    RangeSet.of(lineStarts(state).map((start) => lineMark.range(start))),
  ),
  gutterLineClass.compute([flawedLines], (state) =>
    RangeSet.of(lineStarts(state).map((start) => numberMark.range(start))),
  ),
  EditorView.contentAttributes.compute([flawedLines], (state): Record<string, string> =>
    state.field(flawedLines).length > 0 ? { 'aria-invalid': 'true', 'aria-describedby': describedBy } : {},
  ),
];
