import type { KeyRate } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { CreateApiKey } from '../api-keys';
import { ObjectSchema } from '../../http/input/input-schema';
import { AllowedIf, IsIntWithin, OptionalNotNull } from '../../http/input/rule';
import { rateOf } from '../../rate';

/** The rules that involve several properties, as a schema. */
const unlimitedAlone = {
  if: { required: ['unlimited'], properties: { unlimited: { const: true } } },
  then: { properties: { ratePerSecond: false } },
};
const burstWithRate = { dependentRequired: { burst: ['ratePerSecond'] } };

/** A key that an operator creates. Only operators can set its rate. */
@ObjectSchema({ allOf: [unlimitedAlone, burstWithRate] })
export class CreateUserApiKey extends CreateApiKey {
  @ApiProperty({ description: 'Whether requests with this key are unlimited' })
  @IsBoolean()
  @OptionalNotNull()
  readonly unlimited?: boolean;

  @ApiProperty({
    description: 'Requests per second with this key; absent: the plan limit',
    examples: [500],
  })
  @IsIntWithin({ min: 1, max: 100_000 })
  @AllowedIf(
    ({ unlimited }: CreateUserApiKey) => unlimited !== true,
    'A key without a limit cannot have a rate',
  )
  @OptionalNotNull()
  readonly ratePerSecond?: number;

  @ApiProperty({
    description: 'Requests in a burst; absent: twice `ratePerSecond`',
    examples: [1_000],
  })
  @IsIntWithin({ min: 1, max: 1_000_000 })
  @AllowedIf(
    ({ ratePerSecond }: CreateUserApiKey) => ratePerSecond !== undefined,
    'Only allowed for a key that has a ratePerSecond',
  )
  @OptionalNotNull()
  readonly burst?: number;
}

/** The rate limit of the key. */
export function keyRateOf({ unlimited = false, ratePerSecond, burst: atOnce }: CreateUserApiKey): KeyRate {
  if (unlimited) return 'NONE';
  return ratePerSecond === undefined ? 'PLAN' : rateOf(ratePerSecond, atOnce);
}
