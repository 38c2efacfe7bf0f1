import { EditorState, type TransactionSpec } from '@codemirror/state';
import { flawedLines, markFlaws } from './flawed-lines';

const text = ['one', 'two', 'three', 'four'].join('\n');
/** The texts of the marked lines after changes. */
function markedAfter(...changes: TransactionSpec[]): string[] {
  const start = EditorState.create({ doc: text, extensions: [flawedLines] });
  const state = changes.reduce<EditorState>((before, change) => before.update(change).state, start);
  return state.field(flawedLines).map((position) => state.doc.lineAt(position).text);
}
const marks = (...lines: number[]): TransactionSpec => ({ effects: markFlaws.of(lines) });

describe('the marked lines of the editor', () => {
  it('are those with errors, each once', () => {
    expect(markedAfter(marks(3, 2, 3))).toEqual(['two', 'three']);
  });

  it('follow changes of the text', () => {
    const atStart = (insert: string, from = 0): TransactionSpec => ({ changes: { from, insert } });
    expect(markedAfter(marks(2), atStart('zero\n'))).toEqual(['two']);
    // Enter at the beginning of the line moves it down.
    expect(markedAfter(marks(2), atStart('\n', 'one\n'.length))).toEqual(['two']);
    expect(markedAfter(marks(2), { changes: { from: 'one\ntw'.length, insert: '!' } })).toEqual(['tw!o']);
  });

  it('are replaced by those of the next errors, and end with the last one', () => {
    expect(markedAfter(marks(1), marks(4))).toEqual(['four']);
    expect(markedAfter(marks(1, 2), marks())).toEqual([]);
  });

  it('are in the text even if it became shorter', () => {
    expect(markedAfter(marks(9))).toEqual(['four']);
  });
});
