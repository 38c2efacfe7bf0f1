import { ApiProperty } from '@nestjs/swagger';
import { IsAddressFilter } from '../../http/input/channel';
import { AllowedIf, OptionalNotNull, RequiredUnless } from '../../http/input/rule';
import { IsId } from '../../http/input/texts';

const oneOfBoth = 'Send either `identifier` or `personId`';

export class ExplanationQuery {
  @ApiProperty({ description: 'The email address or phone number of the person. Or send `personId`' })
  @IsAddressFilter('channel')
  @RequiredUnless(({ personId }: ExplanationQuery) => personId !== undefined, oneOfBoth, 'optional')
  readonly identifier?: string;

  @ApiProperty({ description: 'The ID of the person. Or send `identifier`' })
  @AllowedIf(({ identifier }: ExplanationQuery) => identifier === undefined, oneOfBoth)
  @IsId()
  @OptionalNotNull()
  readonly personId?: string;
}
