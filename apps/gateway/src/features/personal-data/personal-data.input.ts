import { IsAddressFilter } from '../../http/input/channel';

export class PersonalDataQuery {
  @IsAddressFilter('channel') readonly identifier!: string;
}

export class ErasePersonalData {
  @IsAddressFilter('channel') readonly identifier!: string;
}
