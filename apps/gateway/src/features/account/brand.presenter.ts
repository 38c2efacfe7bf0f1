import { designFonts, socialNetworks } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, OrNull, Part, Text, View } from '../../openapi/view';

const color = (example: string, description: string) => OrNull(Text(example), { description });

export const BrandView = View('Brand', {
  logo: OrNull(
    Part({
      src: Text('https://news.example.com/m/Qm9va3Mgb24gYSBzaGVsZg/logo.png'),
      alt: Text('Carillon Choir', { description: 'The text for people who cannot see the logo' }),
    }),
  ),
  color: color('#0b4aa8', 'The color of buttons and bands'),
  textColor: color('#1f2937', 'The color of texts'),
  linkColor: color('#1d4ed8', 'The color of links'),
  font: OrNull(OneOf(designFonts), { description: 'The font of emails' }),
  address: OrNull(Text('Carillon Choir\n12 Garden Lane, Bristol'), {
    description: 'The postal address at the end of emails',
  }),
  website: OrNull(Text('https://www.example.com/'), { description: 'The website, to which the logo links' }),
  links: Type.Array(
    Part({ network: OneOf(socialNetworks), href: Text('https://social.example.com/@choir') }),
    { description: 'The other links at the end of emails' },
  ),
});
