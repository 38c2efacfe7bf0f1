import { type Mark, forgotten, marked, noMarks } from './marks';

const [early, late] = [new Date('2026-03-01T10:00:00.000Z'), new Date('2026-03-01T11:00:00.000Z')];
const open = (position: number, at = early): Mark => ({ position, link: null, at });
const click = (position: number, link: number, at = early): Mark => ({ position, link, at });

describe('marks', () => {
  it('records the earliest time in any order', () => {
    const marks = [open(1, late), open(1, early), click(1, 0, late), click(1, 0, early), click(1, 0, late)];
    const { after, firsts } = marked(noMarks, marks);
    expect(after).toEqual({ opens: { 1: early }, clicks: { 1: { at: early, links: [0] } }, erased: [] });
    expect(firsts).toEqual({ opens: 1, clicks: 1, links: new Map([[0, 1]]) });
  });

  it('counts a person once for each link, and once in total', () => {
    const { after } = marked(noMarks, [click(1, 0), click(2, 0)]);
    const { after: then, firsts } = marked(after, [click(1, 1), click(1, 0), click(3, 1)]);
    expect(firsts).toEqual({ opens: 0, clicks: 1, links: new Map([[1, 2]]) });
    expect(then.clicks[1]?.links).toEqual([0, 1]);
    expect(after.clicks[1]?.links).toEqual([0]);
  });

  it('removes the marks of an erased person, and records no new ones', () => {
    const { after } = marked(noMarks, [open(1), click(1, 0), open(2)]);
    const erased = forgotten(forgotten(after, 1), 1);
    expect(erased).toEqual({ opens: { 2: early }, clicks: {}, erased: [1] });
    expect(marked(erased, [open(1), click(1, 0)])).toEqual({
      after: erased,
      firsts: { opens: 0, clicks: 0, links: new Map() },
    });
  });
});
