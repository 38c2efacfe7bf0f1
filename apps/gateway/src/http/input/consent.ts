import { consentIssues, consentLimits } from '@carillon/input';
import { Holds } from './rule';

/** A consent in the form of the input. */
export const consentRule = {
  schema: {
    $id: 'Consent',
    type: 'object',
    description: 'Consent details of the person, as far as known',
    properties: {
      source: { type: 'string', minLength: 1, maxLength: consentLimits.source, examples: ['Form at /news'] },
      wording: {
        type: 'string',
        minLength: 1,
        maxLength: consentLimits.wording,
        examples: ['Yes, send me news'],
      },
      ip: { type: 'string', examples: ['192.0.2.7'] },
      at: { type: 'string', format: 'date-time', examples: ['2026-03-01T10:00:00.000Z'] },
    },
    additionalProperties: false,
    minProperties: 1,
    examples: [{ source: 'Form at /news', at: '2026-03-01T10:00:00.000Z' }],
  },
  issues: consentIssues,
};

export const IsConsent = (): PropertyDecorator => Holds('isConsent', consentRule);
