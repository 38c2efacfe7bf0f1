import { type Static, Type } from '@sinclair/typebox';
import { command, event, read } from './define';
import { Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** The longest reference (characters). */
export const MAX_REFERENCE_LENGTH = 100;
/** A decimal number that is exact in every currency, such as 49.90. The largest is below a million millions. */
export const AMOUNT_PATTERN = '^(?:0|[1-9]\\d{0,11})(?:\\.\\d{1,4})?$';
/** An order within this time after a click belongs to the campaign (milliseconds). */
export const ATTRIBUTION_MS = 30 * 24 * 3_600_000;

/** PIXEL: a pixel reported it, which isn't verified. API: a request with a key of the account reported it. */
export const conversionSources = ['PIXEL', 'API'] as const;
export type ConversionSource = (typeof conversionSources)[number];

const report = {
  campaignId: Id,
  /** Null: it is unknown who clicked. */
  deliveryId: Nullable(Type.String()),
  clickedAt: Timestamp,
  /** What the shop calls the order. It counts once for each user. */
  reference: Type.String({ maxLength: 2 * MAX_REFERENCE_LENGTH }),
  /** Null, like `currency`: unknown. */
  value: Nullable(Type.String({ pattern: AMOUNT_PATTERN })),
  /** ISO 4217. */
  currency: Nullable(Type.String({ pattern: '^[A-Z]{3}$' })),
  occurredAt: Timestamp,
};

/** An order, or any other goal, that followed a click in an email. */
export const Conversion = Type.Object({
  id: Id,
  ...report,
  source: Type.Unsafe<ConversionSource>(Type.Union(conversionSources.map((each) => Type.Literal(each)))),
});
export type Conversion = Static<typeof Conversion>;

/** A conversion that a pixel reported. A repeated reference counts once. */
export const ConversionReported = Type.Object({ id: Id, ...report });
export type ConversionReported = Static<typeof ConversionReported>;

/** `unique`: the number of people, null if they aren't tracked individually. `values`: exact decimal sums. */
export const ConversionCounts = Type.Object({
  unique: Nullable(Type.Integer()),
  total: Type.Integer(),
  values: Type.Array(Type.Object({ currency: Type.String(), sum: Type.String() })),
});
export type ConversionCounts = Static<typeof ConversionCounts>;

/** Adds decimal numbers exactly. They aren't negative. */
export function sumOfAmounts(amounts: readonly string[]): string {
  const parts = amounts.map((amount) => amount.split('.'));
  const digits = Math.max(0, ...parts.map(([, fraction = '']) => fraction.length));
  const sum = parts.reduce(
    (total, [whole = '', fraction = '']) => total + BigInt(whole + fraction.padEnd(digits, '0')),
    0n,
  );
  const text = String(sum).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export const conversionMessages = {
  'conversion.reported': event(['dispatcher.conversions'], ConversionReported),
  /**
   * The shop reports a conversion itself, which replaces that of a pixel with the same reference. Otherwise, returns the
   * existing one. `occurredAt` null: now. Errors: validation_failed if the click isn't one of the user's campaigns, or is
   * too old.
   */
  'conversion.record': command(
    'dispatcher',
    Type.Object({ userId: Id, id: Id, ...report, occurredAt: Nullable(Timestamp) }),
    Conversion,
  ),
  /** Errors: conversion_not_found. */
  'conversion.get': command('dispatcher', Type.Object({ userId: Id, id: Id }), Conversion),
  /** Newest first. */
  'conversion.list': read(
    'dispatcher',
    Type.Object({ userId: Id, campaignId: Id, ...PageRequest }),
    Page(Conversion),
  ),
};
