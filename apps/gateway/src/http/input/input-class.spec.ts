import { Type } from 'class-transformer';
import { IsBoolean, IsEmail, IsObject, IsOptional, ValidateNested, validateSync } from 'class-validator';
import { issuesOfProperty } from '../../../test/property';
import { CreateCampaign, UpdateCampaign } from '../../features/campaigns/campaign.input';
import { CreateUserApiKey } from '../../features/operator/user-key.input';
import { PageQuery } from '../paging/page-query';
import { Subscribe } from '../../features/subscribers/subscriber.input';
import { propertiesOf, toInput, validation } from './input-class';
import { checkInput } from './input.pipe';
import { Holds, IsIntWithin, IsListOf, IsNumberWithin, OptionalNotNull } from './rule';
import { IsId, IsText } from './texts';

const id = '5f0000000000000000000001';
const draft = { name: 'Spring', emailMessage: 'Hello', groups: [id] };
const person = { integration: 'email', identifier: 'ann@example.com', groupSlug: 'friends' };
const errorsOf = async (...input: Parameters<typeof checkInput>): Promise<string[]> =>
  (await checkInput(...input)).issues.map(({ field, code }) => `${field} ${code}`);

class Inner {
  @IsText({ max: 5 })
  readonly text!: string;
}

class Outer {
  @ValidateNested()
  @IsObject()
  @Type(() => Inner)
  @IsOptional()
  readonly inner?: Inner | null;
}

describe('an unknown property', () => {
  it.each([
    'hasOwnProperty',
    'valueOf',
    'toString',
    'isPrototypeOf',
    '__defineGetter__',
    'bodies',
    'template',
  ])('is rejected even if it exists in every object or in the class: %s', async (name) => {
    expect(await errorsOf(CreateCampaign, { ...draft, [name]: 1 })).toEqual([`${name} unknown_field`]);
    expect(await errorsOf(Outer, { inner: { text: 'x', [name]: 1 } })).toEqual([
      `inner.${name} unknown_field`,
    ]);
  });

  it('is refused, and does not change the class of the input, if it is constructor', async () => {
    const input = Object.assign(Object.create(null) as object, { constructor: Object, limit: 'x' });
    expect(await errorsOf(PageQuery, input)).toEqual(['limit wrong_type', 'constructor unknown_field']);
  });

  it('is refused if nothing is allowed', async () => {
    expect(await errorsOf(Object, { a: 1 })).toEqual(['a unknown_field']);
    expect(await errorsOf(Object, {})).toEqual([]);
  });
});

describe('input', () => {
  it('is unchanged, regardless of its keys', async () => {
    const keys = ['toString', 'hasOwnProperty', 'then', 'valueOf', 'length', '__defineGetter__', '$type'];
    const extraData = Object.fromEntries(keys.map((key) => [key, { [key]: [key, null, 1.5, '2026-03-01'] }]));
    const copy = structuredClone(extraData);
    const { value, issues } = await checkInput(Subscribe, { ...person, extraData });
    expect([issues, (value as Subscribe).extraData]).toEqual([[], copy]);
    expect((value as Subscribe).extraData).toBe(extraData);
    const whatsappTemplate = {
      contentSid: `HX${'0'.repeat(32)}`,
      variables: { toString: 'a', valueOf: 'b' },
    };
    const template = (await checkInput(CreateCampaign, { ...draft, whatsappTemplate }))
      .value as CreateCampaign;
    expect(template.content().whatsappTemplate).toEqual(whatsappTemplate);
  });

  it('becomes an instance of the class, with the given values only', () => {
    expect(toInput(UpdateCampaign, {})).toBeInstanceOf(UpdateCampaign);
    expect(Object.keys(toInput(UpdateCampaign, {}))).toEqual([]);
    expect(Object.keys(toInput(UpdateCampaign, { name: 'x' }))).toEqual(['name']);
    expect(toInput(Outer, { inner: { text: 'x' } }).inner).toBeInstanceOf(Inner);
  });

  it('is not searched if its size is already wrong', async () => {
    const items = Array.from({ length: 100_000 }, () => id);
    const touched = new Set<PropertyKey>();
    const groups = new Proxy(items, {
      get: (target, key): unknown => (touched.add(key), Reflect.get(target, key)),
      ownKeys: () => {
        throw new Error('The items were listed');
      },
    });
    expect(await errorsOf(CreateCampaign, { ...draft, groups })).toEqual(['groups too_many']);
    expect([...touched].filter((key) => typeof key === 'string' && /^\d+$/.test(key))).toEqual([]);
  });

  it('is not converted', async () => {
    const input = { name: 5, scopes: 'read', unlimited: 'true', ratePerSecond: '5' };
    expect(await errorsOf(CreateUserApiKey, input)).toEqual([
      'unlimited wrong_type',
      'ratePerSecond wrong_type',
      'name wrong_type',
      'scopes wrong_type',
    ]);
  });

  it('is not repeated in the errors', async () => {
    const hunter2 = '$value hunter2 $property $constraint1\0';
    const { issues } = await checkInput(CreateCampaign, {
      ...{ name: hunter2, groups: [hunter2], emailMessage: [hunter2], isStarted: hunter2 },
      whatsappTemplate: { contentSid: hunter2, variables: { [hunter2]: hunter2 } },
    });
    expect(issues).toHaveLength(6);
    expect(JSON.stringify(issues)).not.toContain('hunter2');
  });
});

describe('an object', () => {
  it('is rejected if its class has no rules', () => {
    class Unheld extends Object {}
    expect(validateSync(new Unheld(), validation)).toHaveLength(1);
  });
});

describe('a nested object', () => {
  it.each([
    ['a list of them', { inner: [{ text: 'x' }] }, ['inner wrong_type']],
    ['a text', { inner: 'x' }, ['inner wrong_type']],
    ['one without a required property', { inner: {} }, ['inner.text required']],
    ['one with two errors', { inner: { text: 5, a: 1 } }, ['inner.text wrong_type', 'inner.a unknown_field']],
    ['null where that is optional', { inner: null }, []],
  ])('has the right errors for %s', async (_, input, expected) =>
    expect(await errorsOf(Outer, input)).toEqual(expected),
  );
});

describe('a property', () => {
  it('is required if an inherited one is', async () => {
    expect(await errorsOf(CreateUserApiKey, {})).toEqual(['name required']);
  });

  it('can be null if it is optional only where class-validator allows it', () => {
    const [absent, nullable] = [OptionalNotNull(), IsOptional()].map((optional) =>
      issuesOfProperty(optional, IsBoolean()),
    );
    expect([undefined, null].map((value) => absent?.(value)[0]?.code)).toEqual([undefined, 'wrong_type']);
    expect([undefined, null].map((value) => nullable?.(value)[0]?.code)).toEqual([undefined, undefined]);
  });

  it('is refused for its first error', () => {
    const issues = issuesOfProperty(IsIntWithin({ min: 2, max: 4 }));
    const codes = [1, 5, 2.5, '3', null, [3], 3].map((value) => issues(value).map(({ code }) => code));
    expect(codes).toEqual([
      ['too_small'],
      ['too_big'],
      ...Array.from({ length: 4 }, () => ['wrong_type']),
      [],
    ]);
  });

  it('must be a number if its type is number', () => {
    const issues = issuesOfProperty(IsNumberWithin({ min: -10, max: 10 }));
    for (const value of [NaN, Infinity, '1', null, {}]) expect(issues(value)[0]?.code).toBe('wrong_type');
  });

  it('lists invalid items by their indexes', () => {
    const issues = issuesOfProperty(IsListOf(IsId, 3));
    const fields = (value: unknown): string[] => issues(value).map(({ field, code }) => `${field} ${code}`);
    expect(fields([id, 'x', 5])).toEqual(['1 invalid_id', '2 wrong_type']);
    expect([fields([]), fields('x'), fields({ 0: id, length: 1 })]).toEqual([
      [' empty'],
      [' wrong_type'],
      [' wrong_type'],
    ]);
    expect(fields(['x', 'x', 'x', 'x'])).toEqual([' too_many']);
  });

  it('with a rule that throws accepts nothing', async () => {
    class Broken {
      @Holds('isBroken', {
        schema: {},
        issues: () => {
          throw new Error('broken');
        },
      })
      readonly it!: string;
    }
    await expect(checkInput(Broken, { it: 1 })).rejects.toThrow('broken');
  });

  it('must name its class if it is an object', () => {
    class Vague {
      @ValidateNested()
      @IsObject()
      readonly inner!: Inner;
    }
    expect(() => propertiesOf(Vague)).toThrow('@Type');
  });

  it('must not have a constraint without a rule', () => {
    class Strange {
      @IsEmail()
      readonly email!: string;
    }
    expect(() => propertiesOf(Strange)).toThrow('isEmail');
  });

  it('is looked up once', () => {
    expect(propertiesOf(CreateCampaign)).toBe(propertiesOf(CreateCampaign));
  });
});
