export { checkSchema } from './check-schema';
export { migrate } from './migrate';
export { type Migration, dropIndex } from './migration';
