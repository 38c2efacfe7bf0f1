import { IsAddressFilter } from '../../http/input/channel';

export class PersonQuery {
  @IsAddressFilter('channel') readonly identifier!: string;
}

export class ErasePerson {
  @IsAddressFilter('channel') readonly identifier!: string;
}
