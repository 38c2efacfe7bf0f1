import { IsFormulas, type Formulas } from './downloads';

export class RejectedQuery {
  @IsFormulas readonly formulas?: Formulas;
}
