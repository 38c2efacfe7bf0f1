import { type Brand, type DesignFont, designFonts, socialNetworks } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { hexColor, listOf, matching, objectOf, oneOf } from '../../http/input/composed';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, OptionalNotNull, type Rule } from '../../http/input/rule';
import { IsText, textRule } from '../../http/input/texts';

const MAX_ADDRESS = 500;
const MAX_ALT = 500;
const MAX_LINKS = 19;

/** Without the characters of placeholders, because the preference page fills in none. */
const urlRule = (example: string): Rule =>
  matching('^https?://[^\\s"<>{}]{1,1990}$', 'Must be a URL that begins with https:// or http://', {
    maxLength: 2_000,
    examples: [example],
  });
const logoRule = objectOf({
  required: {
    src: urlRule('https://news.example.com/m/Qm9va3Mgb24gYSBzaGVsZg/logo.png'),
    alt: textRule({ max: MAX_ALT }),
  },
});
const linksRule = listOf(
  objectOf({
    required: { network: oneOf(socialNetworks), href: urlRule('https://social.example.com/@choir') },
  }),
  { max: MAX_LINKS },
);

const IsColor = (description: string): PropertyDecorator =>
  applyDecorators(ApiProperty({ description }), IsOptional(), Holds('isColor', hexColor('#0b4aa8')));

@ObjectSchema({
  minProperties: 1,
  examples: [{ color: '#0b4aa8', font: 'serif', address: 'Carillon Choir\n12 Garden Lane, Bristol' }],
})
export class UpdateBrand {
  @ApiProperty({
    description: 'An image, such as an uploaded file, with the text for people who cannot see it. Null: none',
  })
  @IsOptional()
  @Holds('isLogo', logoRule)
  readonly logo?: Brand['logo'];

  @IsColor('The color of buttons and bands. Null: the default') readonly color?: string | null;
  @IsColor('The color of texts. Null: the default') readonly textColor?: string | null;
  @IsColor('The color of links. Null: the default') readonly linkColor?: string | null;

  @ApiProperty({ description: 'The font of emails. Null: the default' })
  @IsIn(designFonts)
  @IsOptional()
  readonly font?: DesignFont | null;

  @ApiProperty({ description: 'The postal address at the end of emails. Null: none' })
  @IsText({ max: MAX_ADDRESS, lines: true })
  @IsOptional()
  readonly address?: string | null;

  @ApiProperty({ description: 'The website, to which the logo links. Null: none' })
  @IsOptional()
  @Holds('isWebsite', urlRule('https://www.example.com/'))
  readonly website?: string | null;

  @ApiProperty({ description: 'The other links at the end of emails. Replaces the existing list' })
  @OptionalNotNull()
  @Holds('isLinks', linksRule)
  readonly links?: Brand['links'];

  /** The given fields, with colors in lowercase. */
  changes(): Partial<Brand> {
    const { logo, color, textColor, linkColor, font, address, website, links } = this;
    const colors = { color, textColor, linkColor };
    const given = Object.entries({
      ...{ logo, font, address, website, links },
      ...Object.fromEntries(
        Object.entries(colors).map(([name, value]) => [name, value?.toLowerCase() ?? value]),
      ),
    }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given);
  }
}
