import { LANGUAGE } from '@carillon/content';
import { AppError, type Attribute, type Payload, type Reply, pageOf } from '@carillon/contracts';
import { folded } from '@carillon/input';
import { Injectable } from '@nestjs/common';
import {
  AttributeChanges,
  type AttributeNameDocument,
  type Attributed,
  AttributedPeople,
  isBusy,
  isListed,
  valueTexts,
} from '../identity';

/** How long the counts of a page take together (milliseconds). */
const COUNTS_MS = 2_000;
/** The number of people from whose values the examples are chosen. */
const SAMPLE = 500;
const EXAMPLES = 5;
const LONGEST_EXAMPLE = 100;
/** The limits of the search for values: people, and milliseconds. */
const VALUES = { most: 20_000, maxMs: 1_500 };

/** Lists the attributes of people, with counts and examples, and the values of an attribute. */
@Injectable()
export class ReadAttributes {
  constructor(
    private readonly attributeChanges: AttributeChanges,
    private readonly people: AttributedPeople,
  ) {}

  /** In the order in which people got them. The language of people is a field of theirs, not an attribute. */
  async page({ userId, after, limit }: Payload<'attribute.list'>): Promise<Reply<'attribute.list'>> {
    const documents = await this.attributeChanges.page(userId, after, limit + 1);
    const { items, next } = pageOf(
      documents.map((document) => ({ id: document._id.toHexString(), document })),
      limit,
    );
    const listed = items.flatMap(({ document }) =>
      isListed(document) && document.name !== LANGUAGE ? [document] : [],
    );
    return { items: await this.described(userId, listed), next };
  }

  /** Errors: attribute_not_found. */
  async get(userId: string, name: string): Promise<Attribute> {
    const found = await this.attributeChanges.find(userId, name);
    const [attribute] = found ? await this.described(userId, [found]) : [];
    if (!attribute) throw new AppError('attribute_not_found');
    return attribute;
  }

  /**
   * The most frequent values that begin with the search, in any letter case, among those of some people. Errors:
   * attribute_not_found.
   */
  async values({
    userId,
    name,
    search,
    limit,
  }: Payload<'attribute.values'>): Promise<Reply<'attribute.values'>> {
    const attribute = await this.attributeChanges.find(userId, name);
    if (!attribute) throw new AppError('attribute_not_found');
    const isOfTexts = attribute.type === 'text' || attribute.type === 'list';
    const prefixes = search === '' || !isOfTexts ? null : spellings(search);
    const { people, isComplete } = await this.people.values({ userId, name, prefixes, ...VALUES });
    const wanted = folded(search);
    const items = [...people]
      .filter(([value]) => folded(value).startsWith(wanted))
      .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
      .slice(0, limit)
      .map(([value, count]) => ({ value, people: count }));
    return { items, isComplete };
  }

  private async described(userId: string, documents: readonly AttributeNameDocument[]): Promise<Attribute[]> {
    if (documents.length === 0) return [];
    const until = performance.now() + COUNTS_MS;
    const left = (): number => until - performance.now();
    const [all, sample] = await Promise.all([
      this.people.countAll(userId, COUNTS_MS),
      this.people.newest(userId, SAMPLE),
    ]);
    const examples = new Examples(sample);
    const attributes: Attribute[] = [];
    for (const document of documents) {
      const { name, type, label } = document;
      const counted = await this.people.count(userId, name, left());
      const misfits = await this.people.countMisfits({ userId, name, type }, left());
      const isKnown = counted.isComplete && all.isComplete && all.people > 0;
      if (!examples.has(name) && counted.people > 0)
        examples.add(name, await this.people.some(userId, name, EXAMPLES));
      attributes.push({
        userId,
        name,
        label: label ?? null,
        type: type ?? null,
        people: counted.people,
        fillRate: isKnown ? Math.min(1, Math.round((counted.people / all.people) * 10_000) / 10_000) : null,
        isComplete: counted.isComplete && misfits.isComplete,
        examples: examples.of(name),
        misfits: misfits.people,
        converting: await this.pending(document),
      });
    }
    return attributes;
  }

  /** The change of the attribute's own values, or of those that get its name. */
  private async pending(document: AttributeNameDocument): Promise<Attribute['converting']> {
    const { userId, name } = document;
    const changing = isBusy(document)
      ? document
      : await this.attributeChanges.renamedTo(userId.toHexString(), name);
    if (!changing?.change) return null;
    const { kind, done, total } = changing.change;
    return { change: kind, done: Math.min(done, total), total };
  }
}

/** Ways to write a search, because the index distinguishes letter case. */
function spellings(search: string): string[] {
  const lower = search.toLowerCase();
  const upper = search.toUpperCase();
  const [first = ''] = Array.from(lower);
  return [...new Set([search, lower, upper, first.toUpperCase() + lower.slice(first.length)])];
}

/** The most frequent values of attributes among some people. */
class Examples {
  private readonly counts = new Map<string, Map<string, number>>();

  constructor(people: readonly Attributed[]) {
    for (const { attributes = [] } of people)
      for (const { k, v } of attributes) for (const text of valueTexts(v)) this.note(k, text);
  }

  has(name: string): boolean {
    return this.counts.has(name);
  }

  add(name: string, people: readonly Attributed[]): void {
    for (const { attributes = [] } of people)
      for (const { k, v } of attributes) if (k === name) for (const text of valueTexts(v)) this.note(k, text);
  }

  of(name: string): string[] {
    return [...(this.counts.get(name) ?? [])]
      .sort(([, m], [, n]) => n - m)
      .slice(0, EXAMPLES)
      .map(([text]) =>
        text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…`.toWellFormed() : text,
      );
  }

  private note(name: string, text: string): void {
    if (text === '') return;
    const counts = this.counts.get(name) ?? new Map<string, number>();
    counts.set(text, (counts.get(text) ?? 0) + 1);
    this.counts.set(name, counts);
  }
}
