import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from './field-types';

/** The UTM parameters that an account adds to the links of its emails, unless a campaign has its own. */
export const UtmDefaults = Type.Object({
  isOn: Type.Boolean(),
  source: Type.String(),
  medium: Type.String(),
  /** Null: the name of the campaign. */
  campaign: Nullable(Type.String()),
});
export type UtmDefaults = Static<typeof UtmDefaults>;

/** The UTM parameters of one campaign. Null: the account's value. */
export const CampaignUtm = Type.Object({
  isOn: Type.Boolean(),
  source: Nullable(Type.String()),
  medium: Nullable(Type.String()),
  campaign: Nullable(Type.String()),
});
export type CampaignUtm = Static<typeof CampaignUtm>;

/** The values of accounts that have set none. */
export const utmDefaults: UtmDefaults = {
  isOn: false,
  source: 'newsletter',
  medium: 'email',
  campaign: null,
};
