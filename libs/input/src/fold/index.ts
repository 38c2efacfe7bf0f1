export { folded } from './fold';
