import type { KeyRate } from '@carillon/contracts';
import { CreateApiKey } from '../api-keys/api-key.input';
import { Whole } from '../checks/held';
import { Optional, type Rule, finding, rule } from '../checks/rule';
import { flag, wholeNumber } from '../checks/scalars';
import { rateOf } from '../limits/rate';

const perSecond = wholeNumber({ min: 1, max: 100_000 });
const burst = wholeNumber({ min: 1, max: 1_000_000 });

/** What has a rate has a limit. */
const rateOfLimited: Rule = rule(perSecond.schema, (value, owner) =>
  Reflect.get(owner, 'unlimited') === true
    ? finding('not_allowed', 'A key that is unlimited has no rate')
    : perSecond(value, owner),
);

const burstOfRate: Rule = rule(burst.schema, (value, owner) =>
  Reflect.get(owner, 'ratePerSecond') === undefined
    ? finding('not_allowed', 'This is for a key that has a ratePerSecond')
    : burst(value, owner),
);

/** The two rules above, in a schema. */
const unlimitedAlone = {
  if: { required: ['unlimited'], properties: { unlimited: { const: true } } },
  then: { properties: { ratePerSecond: false } },
};
const burstWithRate = { dependentRequired: { burst: ['ratePerSecond'] } };

/** A key as an operator makes it, who alone may say how fast it may be used. */
@Whole({ allOf: [unlimitedAlone, burstWithRate] })
export class CreateUserApiKey extends CreateApiKey {
  @Optional(flag, { description: 'Whether requests by this key are not limited' })
  readonly unlimited?: boolean;

  @Optional(rateOfLimited, {
    description: 'Requests a second by this key; what the plan allows if nothing is said',
    examples: [500],
  })
  readonly ratePerSecond?: number;

  @Optional(burstOfRate, {
    description: 'Requests at once after a rest; twice `ratePerSecond` if nothing is said',
    examples: [1_000],
  })
  readonly burst?: number;
}

/** How fast the key may be used. */
export function keyRateOf({ unlimited = false, ratePerSecond, burst: atOnce }: CreateUserApiKey): KeyRate {
  if (unlimited) return 'NONE';
  return ratePerSecond === undefined ? 'PLAN' : rateOf(ratePerSecond, atOnce);
}
