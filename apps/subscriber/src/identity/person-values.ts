import { LANGUAGE, LOCALE, lookUp, nameOfWhole, pickVariables } from '@carillon/content';
import type { Variables } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { AttributeNames } from './attribute-names';
import { People } from './people';
import { type PersonDocument, attributesOf } from './person-document';

/** Reads the values of the people who have these addresses, by address. */
export type ValueReader = (addresses: readonly string[]) => Promise<ReadonlyMap<string, Variables>>;

/** The values of people with which messages are filled, where a membership has none of its own. */
@Injectable()
export class PersonValues {
  constructor(
    private readonly people: People,
    private readonly attributeNames: AttributeNames,
  ) {}

  /** Reads the values of these keys. Null: no person of the user has one. This takes one read at most. */
  async readerOf(userId: string, keys: readonly string[]): Promise<ValueReader | null> {
    // A locale is noted by the name of the language.
    const read = keys.map((key) => (key === LOCALE ? LANGUAGE : (nameOfWhole(key) ?? key)));
    const names = await this.attributeNames.among(userId, read);
    return names.length === 0 ? null : this.reader(userId, (person) => pickVariables(valuesOf(person), keys));
  }

  /** Reads all attributes. Null: no person of the user has one. */
  readerOfAttributes(userId: string): Promise<ValueReader | null> {
    return this.readerOfAll(userId, ({ attributes }) => attributesOf(attributes));
  }

  /** Reads all values. Null: no person of the user has one. */
  readerOfValues(userId: string): Promise<ValueReader | null> {
    return this.readerOfAll(userId, valuesOf);
  }

  /** All values of the person with this address. Undefined: the address belongs to nobody. */
  async of(userId: string, address: string): Promise<Variables | undefined> {
    const [person] = await this.people.withAddresses(userId, [address]);
    return person && valuesOf(person);
  }

  private async readerOfAll(userId: string, read: (person: PersonDocument) => Variables) {
    return (await this.attributeNames.hasAny(userId)) ? this.reader(userId, read) : null;
  }

  private reader(userId: string, read: (person: PersonDocument) => Variables): ValueReader {
    return async (addresses) => {
      const people = await this.people.withAddresses(userId, [...new Set(addresses)]);
      return new Map(
        people.flatMap((person) => {
          const values = read(person);
          return person.channels.map(({ address }): [string, Variables] => [address, values]);
        }),
      );
    };
  }
}

/** A person's values, where the membership has none: its own values win. */
export function filledFrom(values: Variables | undefined, own: Variables): Variables {
  if (values === undefined) return own;
  const missing = Object.entries(values).filter(([name]) => lookUp(own, name) === undefined);
  return missing.length === 0 ? own : { ...Object.fromEntries(missing), ...own };
}

/** The attributes, and the locale as the language of the recipient. */
function valuesOf({ attributes, locale }: PersonDocument): Variables {
  const values = attributesOf(attributes);
  return locale === undefined ? values : { language: locale, ...values };
}
