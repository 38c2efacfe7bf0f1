import { isId } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { Holds, stringRule } from '../../http/input/rule';

const MAX_IDS = 100;
const LENGTH = 25;

/** IDs in a query, separated by commas. */
const idsRule = stringRule(
  { pattern: `^[0-9a-f]{24}(,[0-9a-f]{24}){0,${MAX_IDS - 1}}$`, maxLength: MAX_IDS * LENGTH - 1 },
  (text) => {
    const ids = text.split(',');
    if (ids.length > MAX_IDS) return issue('too_many', `Must have at most ${MAX_IDS} IDs`);
    return ids.every(isId) ? [] : issue('invalid_id', 'An ID has 24 lowercase hexadecimal digits');
  },
);

export class FiguresQuery {
  @ApiProperty({
    description: 'The IDs of up to 100 campaigns, separated by commas',
    example: '6560f0a1b2c3d4e5f6a7b8c9',
  })
  @Holds('isIds', idsRule)
  readonly ids!: string;
}

/** Each ID once. */
export function idsIn({ ids }: FiguresQuery): string[] {
  return [...new Set(ids.split(','))];
}
