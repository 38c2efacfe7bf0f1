import type { Design } from './blocks';
import { type History, emptyHistory, recorded, redone, undone } from './history';

const designOf = (html: string): Design => ({ blocks: [{ type: 'text', html }] });
const [one, two, three] = [designOf('1'), designOf('2'), designOf('3')];

const edit = (
  history: History,
  before: Design,
  after: Design,
  kind: string | null = null,
  now = 0,
): History => recorded(history, { before, after, kind, now });

describe('the history of a design', () => {
  it('undoes and redoes steps in order', () => {
    const history = edit(edit(emptyHistory, one, two), two, three);
    const first = undone(history, three);
    expect(first?.design).toBe(two);
    const second = first && undone(first.history, two);
    expect(second?.design).toBe(one);
    expect(second && undone(second.history, one)).toBeNull();
    const again = second && redone(second.history, one);
    expect(again?.design).toBe(two);
    expect(again && redone(again.history, two)?.design).toBe(three);
  });

  it('forgets the undone steps after another edit', () => {
    const back = undone(edit(emptyHistory, one, two), two);
    const history = edit(back?.history ?? emptyHistory, one, three);
    expect(redone(history, three)).toBeNull();
    expect(undone(history, three)?.design).toBe(one);
  });

  it('joins edits of one kind in quick succession', () => {
    const typed = edit(edit(emptyHistory, one, two, 'text:a', 0), two, three, 'text:a', 999);
    expect(undone(typed, three)?.design).toBe(one);
    const slow = edit(edit(emptyHistory, one, two, 'text:a', 0), two, three, 'text:a', 1_000);
    expect(undone(slow, three)?.design).toBe(two);
    const other = edit(edit(emptyHistory, one, two, 'text:a', 0), two, three, 'text:b', 1);
    expect(undone(other, three)?.design).toBe(two);
  });

  it('begins a new step after an undo', () => {
    const back = undone(edit(emptyHistory, one, two, 'text:a', 0), two);
    const history = edit(back?.history ?? emptyHistory, one, three, 'text:a', 1);
    expect(undone(history, three)?.design).toBe(one);
  });

  it('undoes nothing after the design was replaced from elsewhere', () => {
    expect(undone(edit(emptyHistory, one, two), three)).toBeNull();
  });

  it('keeps the last hundred steps', () => {
    let [history, current] = [emptyHistory, one];
    for (let step = 0; step < 150; step += 1) {
      const next = designOf(String(step));
      history = edit(history, current, next);
      current = next;
    }
    expect(history.past).toHaveLength(100);
  });
});
