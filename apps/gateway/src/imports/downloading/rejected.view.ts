import { Type } from '@sinclair/typebox';
import type { Content } from '../../openapi/operation';
import { CSV } from '../file-body';

export const rejectedContent: Content = {
  media: {
    [CSV]: Type.String({
      examples: ['line,reason,text\r\n3,identifier: invalid_email,"EMAIL,ann@,Ann"\r\n'],
    }),
  },
};
export const rejectedType = (): string => CSV;
