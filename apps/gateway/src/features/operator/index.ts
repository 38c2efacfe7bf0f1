import type { Feature } from '@carillon/mongo';
import { OperatorErasuresController } from './operator-erasures.controller';
import { OperatorKeysController } from './operator-keys.controller';
import { OperatorController } from './operator.controller';

/** Users, their keys, their deletions, and operator keys, for operators. */
export const operator: Feature = {
  controllers: [OperatorController, OperatorErasuresController, OperatorKeysController],
};
