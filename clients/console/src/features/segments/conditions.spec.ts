import {
  type Built,
  type Condition,
  type Conditions,
  blankComparison,
  blankCondition,
  builtOf,
  conditionKinds,
  conditionsOf,
  isFilled,
  newBlock,
  newRow,
  operators,
  operatorsFor,
  textsOf,
  valuesOf,
  withAttribute,
} from './conditions';

const inOslo: Condition = { attribute: 'city', is: ['Oslo'] };
const inStaff: Condition = { group: '6560f0a1b2c3d4e5f6a7b8c7' };
const bySms: Condition = { channel: 'SMS' };

const shown: [what: string, conditions: Conditions][] = [
  ['conditions of which all apply', { all: [inOslo, bySms] }],
  ['conditions of which any applies', { any: [inOslo, bySms] }],
  ['no conditions', { all: [] }],
  ['negated conditions', { all: [inOslo, { not: inStaff }] }],
  ['blocks', { all: [inOslo, { any: [bySms, { not: inStaff }] }] }],
];

const tooDeep: [what: string, conditions: Conditions][] = [
  ['a block in a block', { all: [{ any: [{ all: [inOslo] }] }] }],
  ['a negated block', { all: [{ not: { any: [inOslo, bySms] } }] }],
  ['a double negation', { not: { not: inOslo } }],
  ['a link of a campaign', { did: 'CLICKED', campaignId: '6560f0a1b2c3d4e5f6a7b8c7', link: 2 }],
];

const withRows = (...conditions: Condition[]): Built => ({
  join: 'all',
  items: conditions.map((condition) => newRow(condition)),
});

describe('the builder of a segment', () => {
  it.each(shown)('keeps %s', (_, conditions) => {
    const built = builtOf(conditions);
    expect(built && conditionsOf(built)).toEqual(conditions);
  });

  it('shows a single condition as a list of one', () => {
    const [one, negated] = [builtOf(inOslo), builtOf({ not: inOslo })];
    expect(one && conditionsOf(one)).toEqual({ all: [inOslo] });
    expect(negated && conditionsOf(negated)).toEqual({ all: [{ not: inOslo }] });
  });

  it.each(tooDeep)('does not show %s', (_, conditions) => {
    expect(builtOf(conditions)).toBeNull();
  });

  it('gives each condition a key of its own', () => {
    const items = builtOf({ all: [inOslo, { any: [bySms, bySms] }] })?.items ?? [];
    const keys = items.flatMap((item) =>
      'rows' in item ? [item.key, ...item.rows.map(({ key }) => key)] : [item.key],
    );
    expect(new Set(keys).size).toBe(4);
  });
});

describe('a condition in the builder', () => {
  it.each(conditionKinds.map((kind) => [kind, !['attribute', 'group', 'country', 'locale'].includes(kind)]))(
    'of the kind %s starts filled: %s',
    (kind, isComplete) => {
      const condition = blankCondition(kind);
      expect(isFilled(withRows(condition))).toBe(isComplete);
    },
  );

  it.each(operators.map((operator) => [operator, ['date', 'exists'].includes(operator)] as const))(
    'that compares by %s starts filled: %s',
    (operator, isComplete) => {
      expect(isFilled(withRows(blankComparison('city', operator)))).toBe(isComplete);
    },
  );

  it('is not filled without an attribute, a number, or a day', () => {
    expect(isFilled(withRows({ attribute: '', exists: true }))).toBe(false);
    expect(isFilled(withRows({ joined: { inLastDays: NaN } }))).toBe(false);
    expect(isFilled(withRows({ did: 'OPENED', atLeast: NaN }))).toBe(false);
    expect(isFilled(withRows({ joined: {} }))).toBe(false);
    expect(isFilled(withRows({ joined: { to: '2026-01-31' } }))).toBe(true);
    expect(isFilled(withRows({ attribute: 'visits', number: { from: 0 } }))).toBe(true);
  });

  it('makes a block incomplete, as does a block without conditions', () => {
    const built = (rows: Built['items'][number]): Built => ({ join: 'all', items: [newRow(inOslo), rows] });
    expect(isFilled(built(newBlock('any', [newRow(bySms)])))).toBe(true);
    expect(isFilled(built(newBlock('any', [newRow(bySms), newRow({ group: '' })])))).toBe(false);
    expect(isFilled(built(newBlock('any', [])))).toBe(false);
  });

  it('gets a comparison that fits the type of another attribute', () => {
    expect(withAttribute({ attribute: 'city', contains: 'os' }, 'visits', 'number')).toEqual({
      attribute: 'visits',
      is: [],
    });
    expect(withAttribute({ attribute: 'city', is: ['Oslo'] }, 'birthday', 'date')).toEqual({
      attribute: 'birthday',
      date: { inLastDays: 30 },
    });
    expect(withAttribute({ attribute: 'city', exists: true }, 'visits', 'number')).toEqual({
      attribute: 'visits',
      exists: true,
    });
  });

  it('offers all comparisons for attributes without a type', () => {
    expect(operatorsFor(null)).toEqual(operators);
  });
});

describe('a typed value', () => {
  it.each([
    ['Oslo', 'text', ['Oslo']],
    ['3', 'text', ['3']],
    ['3', 'number', [3]],
    ['three', 'number', []],
    ['true', 'boolean', [true]],
    ['maybe', 'boolean', []],
    [' Oslo ', null, ['Oslo']],
    ['3', null, ['3', 3]],
    ['007', null, ['007']],
    ['false', null, ['false', false]],
  ] as const)('%s of the type %s stands for %j', (text, type, values) => {
    expect(valuesOf(text, type)).toEqual(values);
  });

  it('is shown once', () => {
    expect(textsOf(['3', 3, 'Oslo', true])).toEqual(['3', 'Oslo', 'true']);
  });
});
