import { IsText } from './texts';

/** The value of a UTM parameter. It is encoded when it is added to a link. */
export const IsUtmValue = (): PropertyDecorator => IsText({ max: 100 });
