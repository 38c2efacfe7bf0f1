import { type OperatorScope, operatorScopes } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { NewKey } from '../api-keys';
import { IsListOf, OptionalNotNull } from '../../http/input/rule';

/** The maximum number of items. Repeated items are harmless, but limited. */
const MAX_SCOPES = 10;

export class CreateOperatorApiKey extends NewKey {
  @ApiProperty({ description: 'The scopes of the key; absent: all', examples: [['read', 'users']] })
  @IsListOf((each) => IsIn(operatorScopes, each), MAX_SCOPES)
  @OptionalNotNull()
  readonly scopes?: OperatorScope[];
}
