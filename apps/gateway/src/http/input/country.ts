import { AsyncLocalStorage } from 'node:async_hooks';
import { type PhoneCountry, isPhoneCountry } from '@carillon/address';
import { issue } from '@carillon/input';
import { Holds, type JsonSchema, stringRule } from './rule';

/** An ISO 3166-1 alpha-2 country with a known numbering plan. */
export const countryRule = stringRule({ pattern: '^[A-Z]{2}$', examples: ['DE'] }, (text) =>
  isPhoneCountry(text) ? [] : issue('not_allowed', 'Must be an ISO 3166-1 country code, such as DE'),
);

/** A country, as in `countryRule`. */
export const IsCountry = (more: JsonSchema = {}): PropertyDecorator =>
  Holds('isCountry', { ...countryRule, schema: { ...countryRule.schema, ...more } });

const ofRequest = new AsyncLocalStorage<PhoneCountry | undefined>();

/** Runs the remaining steps of a request with the default country of its account. */
export function withDefaultCountry(country: string | undefined, next: () => void): void {
  ofRequest.run(validCountry(country), next);
}

/**
 * The default country of the account for which the current request acts; undefined: phone numbers need a country code.
 */
export function defaultCountry(): PhoneCountry | undefined {
  return ofRequest.getStore();
}

export function validCountry(country: string | undefined): PhoneCountry | undefined {
  return country !== undefined && isPhoneCountry(country) ? country : undefined;
}
