import { type Mark, forgotten, marked, noMarks } from './marks';

const [early, late] = [new Date('2026-03-01T10:00:00.000Z'), new Date('2026-03-01T11:00:00.000Z')];
const open = (position: number, at = early): Mark => ({ position, link: null, at });
const click = (position: number, link: number, at = early): Mark => ({ position, link, at });

describe('what is noted of deliveries', () => {
  it('is the first time, whatever comes first', () => {
    const marks = [open(1, late), open(1, early), click(1, 0, late), click(1, 0, early), click(1, 0, late)];
    const { after, firsts } = marked(noMarks, marks);
    expect(after).toEqual({ opens: { 1: early }, clicks: { 1: { at: early, links: [0] } }, erased: [] });
    expect(firsts).toEqual({ opens: 1, clicks: 1, links: new Map([[0, 1]]) });
  });

  it('counts a person once for each link, and once in all', () => {
    const { after } = marked(noMarks, [click(1, 0), click(2, 0)]);
    const { after: then, firsts } = marked(after, [click(1, 1), click(1, 0), click(3, 1)]);
    expect(firsts).toEqual({ opens: 0, clicks: 1, links: new Map([[1, 2]]) });
    expect(then.clicks[1]?.links).toEqual([0, 1]);
    expect(after.clicks[1]?.links).toEqual([0]);
  });

  it('is nothing of who was erased, before and after', () => {
    const { after } = marked(noMarks, [open(1), click(1, 0), open(2)]);
    const erased = forgotten(forgotten(after, 1), 1);
    expect(erased).toEqual({ opens: { 2: early }, clicks: {}, erased: [1] });
    expect(marked(erased, [open(1), click(1, 0)])).toEqual({
      after: erased,
      firsts: { opens: 0, clicks: 0, links: new Map() },
    });
  });
});
