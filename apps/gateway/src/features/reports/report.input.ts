import { type Formulas, IsFormulas } from '../imports';

export class ReportExportQuery {
  @IsFormulas readonly formulas?: Formulas;
}
