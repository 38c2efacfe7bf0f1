import ts from 'typescript';

export type Schema = Readonly<Record<string, unknown>>;

/** Converts types to JSON Schema. Objects have no other fields than those that their types declare. */
export class Schemas {
  /** The schemas of all objects and arrays, by name: types can refer to themselves. */
  readonly defined: Record<string, Schema> = {};
  private readonly names = new Map<ts.Type, string>();

  constructor(private readonly checker: ts.TypeChecker) {}

  of(type: ts.Type): Schema {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) return { not: {} };
    if (type.isIntersection() && type.types.some((each) => each.flags & ts.TypeFlags.String))
      return { type: 'string' };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (type.isUnion()) return { anyOf: type.types.map((each) => this.of(each)) };
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (flags & ts.TypeFlags.NonPrimitive) return { type: 'object' };
    const known = jsonOf[type.getSymbol()?.name ?? ''];
    if (known) return known;
    return this.object(type);
  }

  private object(type: ts.Type): Schema {
    const known = this.names.get(type);
    const name = known ?? `object${this.names.size}`;
    if (known === undefined) {
      this.names.set(type, name);
      this.defined[name] = this.partsOf(type);
    }
    return { $ref: `#/$defs/${name}` };
  }

  private partsOf(type: ts.Type): Schema {
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', ...(item && { items: this.of(item) }) };
    }
    const fields = type
      .getProperties()
      .map((field) => [field, this.checker.getTypeOfSymbol(field)] as const)
      .filter(([, own]) => own.getCallSignatures().length === 0);
    const index = type.getStringIndexType();
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(([{ name }, own]) => [name, this.of(own)])),
      required: fields
        .filter(([field]) => !(field.flags & ts.SymbolFlags.Optional))
        .map(([{ name }]) => name),
      additionalProperties: index ? this.of(index) : false,
    };
  }
}

/** How JSON writes the objects of libraries. */
const jsonOf: Readonly<Record<string, Schema>> = {
  Date: { type: 'string' },
  Uint8Array: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' },
};
