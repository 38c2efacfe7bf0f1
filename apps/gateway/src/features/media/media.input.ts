import { type MediaKind, mediaKinds } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { UploadForm } from '../../http/body';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, OptionalNotNull } from '../../http/input/rule';
import { IsText, LINE_PATTERN, textRule } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';

const MAX_NAME = 120;
const MAX_ALT = 500;
const MAX_SEARCH = 100;

/** Any type: the service detects the type by the content. */
export const anyFile: UploadForm = {
  refuse: (type = '') =>
    /^multipart\//i.test(type) ? 'Send the bytes of the file as the body, without a form' : null,
};

const IsName = applyDecorators(
  ApiProperty({
    description: 'The name of the file. It gets the extension of the detected type',
    examples: ['spring.jpg'],
  }),
  IsText({ max: MAX_NAME }),
);

const alt = textRule({ max: MAX_ALT });
/** One line, which can be empty. */
const altRule = {
  schema: { type: 'string', maxLength: MAX_ALT, pattern: LINE_PATTERN } as const,
  issues: (value: unknown) => (value === '' ? [] : alt.issues(value, {})),
};
const IsAlt = applyDecorators(
  ApiProperty({
    description: 'The text for people who cannot see the image. Empty: the image is decoration',
    examples: ['A choir in a church'],
  }),
  Holds('isAlt', altRule),
  OptionalNotNull(),
);

export class UploadQuery {
  @IsName readonly name!: string;
  @IsAlt readonly alt?: string;
}

export class MediaQuery extends PageQuery {
  @ApiProperty({ description: 'Only images, or only other files' })
  @IsIn(mediaKinds)
  @OptionalNotNull()
  readonly kind?: MediaKind;

  @ApiProperty({
    description: 'A part of the name, regardless of letter case and accents',
    examples: ['spring'],
  })
  @IsText({ max: MAX_SEARCH })
  @OptionalNotNull()
  readonly search?: string;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateMedia {
  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @IsAlt readonly alt?: string;
}

export class DeleteMediaQuery {
  @ApiProperty({ description: 'true: deletes the file even if campaigns or templates use it' })
  @IsIn(['true', 'false'])
  @OptionalNotNull()
  readonly force?: 'true' | 'false';
}
