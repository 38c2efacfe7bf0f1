import type { Feature } from '@carillon/platform';
import { OperatorController } from './operator.controller';

/** Users and their keys, for operators. */
export const operator: Feature = {
  controllers: [OperatorController],
};
