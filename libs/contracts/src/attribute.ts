import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, read } from './define';
import { Deleted, Id, Nullable, Page, PageRequest } from './field-types';

/** The declared types of attributes. */
export const attributeTypes = ['text', 'number', 'boolean', 'date', 'list'] as const;
export type AttributeType = (typeof attributeTypes)[number];
export const AttributeType = Type.Unsafe<AttributeType>(
  Type.Union(attributeTypes.map((type) => Type.Literal(type))),
);

/** What happens to stored values in the background. */
export const attributeChanges = ['TYPE', 'NAME', 'DELETION'] as const;
export type AttributeChange = (typeof attributeChanges)[number];
const AttributeChange = Type.Unsafe<AttributeChange>(
  Type.Union(attributeChanges.map((change) => Type.Literal(change))),
);

/** An attribute that people of a user have or had. */
export const Attribute = Type.Object({
  userId: Id,
  name: Type.String(),
  label: Nullable(Type.String()),
  /** Null: not declared. Values keep the type in which they are sent. */
  type: Nullable(AttributeType),
  /** People who have it; at least so many if `isComplete` is false. */
  people: Type.Integer(),
  /** The share of all people; null: not counted completely. */
  fillRate: Nullable(Type.Number()),
  isComplete: Type.Boolean(),
  examples: Type.Array(Type.String()),
  /** Stored values that don't have the declared type, and stay text; at least so many if `isComplete` is false. */
  misfits: Type.Integer(),
  /** A change of stored values that isn't completed; null: none. */
  converting: Nullable(Type.Object({ change: AttributeChange, done: Type.Integer(), total: Type.Integer() })),
});
export type Attribute = Static<typeof Attribute>;

const which = { userId: Id, name: Type.String() };

export const attributeMessages = {
  /** In the order in which people got them. */
  'attribute.list': read('subscriber', Type.Object({ userId: Id, ...PageRequest }), Page(Attribute)),
  /**
   * Absent fields stay as they are; null removes a value. Stored values are changed in the background. Errors:
   * attribute_not_found; attribute_exists if the new name is taken.
   */
  'attribute.update': command(
    'subscriber',
    Type.Object({
      by: By,
      ...which,
      newName: Type.Optional(Type.String()),
      type: Type.Optional(Nullable(AttributeType)),
      label: Type.Optional(Nullable(Type.String())),
    }),
    Attribute,
  ),
  /** Removes the attribute from all people, in the background. Returns its ID; none if it doesn't exist. */
  'attribute.delete': command('subscriber', Type.Object({ by: By, ...which }), Deleted),
  /** The most frequent values that begin with a text. Errors: attribute_not_found. */
  'attribute.values': read(
    'subscriber',
    Type.Object({ ...which, search: Type.String(), limit: Type.Integer({ minimum: 1, maximum: 50 }) }),
    Type.Object({
      items: Type.Array(Type.Object({ value: Type.String(), people: Type.Integer() })),
      /** False: some people weren't counted. */
      isComplete: Type.Boolean(),
    }),
  ),
};
