import { IsOptional } from 'class-validator';
import { IsCountry } from '../../http/input/country';
import { ObjectSchema } from '../../http/input/input-schema';
import { about } from './defaults.presenter';

@ObjectSchema({ minProperties: 1, examples: [{ defaultCountry: 'DE' }] })
export class UpdateDefaults {
  @IsCountry({ description: about })
  @IsOptional()
  readonly defaultCountry?: string | null;
}
